import { JobModel } from "#models/job.server";
import { allow } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { HOUR } from "~/domain/calendar/durations";
import { enqueue } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import type { Member } from "~/domain/member/member";
import { isJob } from "~/domain/operations/job-runner.server";
import { closeCircuit, streamText } from "~/platform/ai/model.server";
import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { randomToken } from "~/platform/signing.server";
import { adminMail } from "./admin-mail";

/** What administrators can try out on System health. Nothing personal is sent. */
export async function sendTestMail(administrator: Member, submission: string | undefined): Promise<boolean> {
  if (!(await allow(`test mail ${administrator.id}`, 5, HOUR))) return false;
  const letter = adminMail({ kind: "test", to: administrator.email }, houseOrigin());
  await enqueue(`test-${submission ?? randomToken(12)}`, letter, administrator.id);
  await audit({ kind: "admin.mail_tested", actorId: administrator.id });
  wakeMailRunner();
  return true;
}

export type AiTest = { ok: true; ms: number } | { ok: false; code: string };

/** Asks the operator's model for one word. */
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

/** Makes a job due now; the job runner begins it at its next look. False for an unknown name. */
export async function runJobSoon(administrator: Member, name: string): Promise<boolean> {
  if (!isJob(name)) return false;
  await JobModel.updateOne({ _id: name }, { $set: { nextAt: now() } });
  await audit({ kind: "admin.job_run", actorId: administrator.id, details: { job: name } });
  return true;
}
