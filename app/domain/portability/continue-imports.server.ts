import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import { HOUR } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { JournalFullError } from "~/domain/operations/journal-quota.server";
import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { runImport, type RunOptions } from "./run-import.server";

/** How long the job waits after a failure: a full journal needs its writer, and a damaged part fails every time. */
const RETRY_MS = HOUR;

/** Matches confirmed imports that no run works on: their process ended, or a request took as long as it may. */
const abandoned = () => ({
  resumeAt: { $lte: now() },
  expiresAt: { $gt: now() },
  $or: [{ busyUntil: { $exists: false } }, { busyUntil: { $lte: now() } }],
});

/** Finishes abandoned imports. One of a sealed journal waits for its writer's next visit. */
export async function continueImports(signal: AbortSignal): Promise<void> {
  for (const { _id, userId } of await TransferFileModel.find(abandoned(), { userId: 1 }).lean()) {
    if (signal.aborted) return;
    const user = await UserModel.findById(userId).lean();
    if (user?.sealing) await UserModel.updateOne({ _id: userId }, { $set: { importDue: true } });
    else if (user)
      await continueImport(
        () => memberFrom(user),
        _id,
        () => !signal.aborted,
      );
  }
}

async function continueImport(
  member: () => Member,
  id: string,
  mayContinue: RunOptions["mayContinue"],
): Promise<void> {
  try {
    await runImport(member(), id, { budgetMs: Number.POSITIVE_INFINITY, mayContinue });
  } catch (error) {
    await TransferFileModel.updateOne(
      { _id: id },
      { $set: { resumeAt: new Date(now().getTime() + RETRY_MS) } },
    );
    if (error instanceof JournalFullError) log.info("import.journal_full");
    else log.error("import.not_continued", error);
  }
}

/** Finishes the abandoned imports of a sealed journal while its writer is here. */
export const IMPORT_TASK: OnVisitTask = {
  isDue: ({ importDue }) => importDue === true,
  async run(member, isPresent) {
    const mine = { ...abandoned(), userId: member.id };
    for (const { _id } of await TransferFileModel.find(mine, { _id: 1 }).lean())
      await continueImport(() => member, _id, isPresent);
    await UserModel.updateOne({ _id: member.id }, { $set: { importDue: false } });
  },
};
