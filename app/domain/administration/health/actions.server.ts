import { z } from "zod";
import { JobModel } from "#models/job.server";
import { HOUR } from "~/domain/calendar/durations";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { isJob } from "~/domain/operations/job-runner.server";
import { enqueue } from "~/domain/reminders/mail/outbox.server";
import { wakeMailRunner } from "~/domain/reminders/mail/runner.server";
import { t } from "~/i18n/t";
import { closeCircuit, streamText } from "~/platform/ai/model.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { randomToken } from "~/platform/signing.server";
import { healthMail } from "./health-mail.server";

/** Posts of the System health page. */
export const HealthSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("mail") }),
    z.object({ intent: z.literal("ai") }),
    z.object({ intent: z.literal("job"), job: z.string().max(80) }),
  ],
  t("Please use the buttons on this page."),
);

/** @returns false after five test emails in an hour */
export async function sendTestMail(administrator: Member, submission: string | undefined): Promise<boolean> {
  if (!(await tryConsume(`test mail ${administrator.id}`, 5, HOUR))) return false;
  const mail = healthMail(administrator.email, { kind: "test" }, linkOrigin());
  await enqueue(`test-${submission ?? randomToken(12)}`, mail, administrator.id);
  await audit({ kind: "admin.mail_tested", actorId: administrator.id });
  wakeMailRunner();
  return true;
}

export type AiTest = { ok: true; ms: number } | { ok: false; code: string };

/** Sends the model a request for one word, without personal data. */
export async function testAiEndpoint(administrator: Member): Promise<AiTest> {
  const started = performance.now();
  closeCircuit();
  const answer = await streamText({
    system: "This is a test of the connection. Answer with the word OK.",
    messages: [{ role: "user", content: "Please answer with the word OK." }],
    maxOutputTokens: 200,
    onText: () => undefined,
  });
  await audit({ kind: "admin.ai_tested", actorId: administrator.id, details: { ok: answer.ok } });
  return answer.ok
    ? { ok: true, ms: Math.round(performance.now() - started) }
    : { ok: false, code: answer.code };
}

/** Makes a job due now, so that the runner starts it at its next poll. @returns false for an unknown name */
export async function scheduleJobNow(administrator: Member, name: string): Promise<boolean> {
  if (!isJob(name)) return false;
  await JobModel.updateOne({ _id: name }, { $set: { nextAt: now() } });
  await audit({ kind: "admin.job_run", actorId: administrator.id, details: { job: name } });
  return true;
}
