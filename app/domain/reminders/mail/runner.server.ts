import { UserModel } from "#models/user.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { closeMail, deliver, describeMailError, MailRefusedError } from "~/platform/mail/transport.server";
import { countMetric } from "~/platform/metrics.server";
import { nextTry } from "./letter";
import { claimMail, collectPendingMail, markDelivered, markFailed, type ClaimedMail } from "./outbox.server";

/** Sends what waits in the outbox, soon after it is queued; a job wakes it at intervals. */
let running: Promise<void> | undefined;
let again = false;
let stopped = true;

export function startMailRunner(): void {
  stopped = false;
  wakeMailRunner();
}

/** Asks for a round now; during a round, for one more after it. Never fails: mail is not worth an answer to a person. */
export function wakeMailRunner(): void {
  if (stopped) return;
  if (running) {
    again = true;
    return;
  }
  running = sendWaitingMail()
    .catch((error: unknown) => log.error("mail.round_failed", error))
    .finally(() => {
      running = undefined;
      if (again) {
        again = false;
        wakeMailRunner();
      }
    });
}

export async function stopMailRunner(): Promise<void> {
  stopped = true;
  await running;
  closeMail();
}

/**
 * One round: everything that waits and is due.
 * @internal Exported for tests.
 */
export async function sendWaitingMail(): Promise<void> {
  while ((await collectPendingMail()) > 0);
  for (let next = await claimMail(); next; next = await claimMail()) await send(next);
}

/** Links are in the log only until there is an administrator, who can hand them over. */
const nobodyHandsOver = async () => (await UserModel.exists({ isAdmin: true })) === null;

async function send({ record, mail }: ClaimedMail): Promise<void> {
  try {
    await markDelivered(record._id, await deliver(mail, nobodyHandsOver));
    log.info("mail.delivered", { mailId: record._id, kind: record.kind, tries: record.tries });
  } catch (error) {
    countMetric("mail_failures");
    const at = now();
    const next =
      error instanceof MailRefusedError ? null : nextTry(record.tries, record.createdAt, at, Math.random());
    await markFailed(record._id, next, describeMailError(error));
    log.warn(next ? "mail.delayed" : "mail.given_up", {
      mailId: record._id,
      kind: record.kind,
      tries: record.tries,
    });
  }
}
