import { TransferFileModel } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import { countNewIntentions } from "~/domain/journal/prayers/change-intentions.server";
import type { Member } from "~/domain/member/member";
import type { DayOrder } from "~/domain/portability/reading/days";
import { now } from "~/platform/clock";
import { IMPORT_LIMITS } from "./data-texts";
import { selectNewInsights, selectNewThreads } from "./import-extras.server";
import { buildImportPreview, type ImportTally } from "./import-preview";
import type { WorkerParse } from "./parse-in-worker.server";
import { emptyUpload, toBatches, type ParsedBatch } from "./parsed-upload";
import {
  createEntryStager,
  createPictureNamer,
  ImportLinks,
  stagePictures,
  type StageBatch,
} from "./stage-entries.server";
import {
  discardStaged,
  encryptStaged,
  importBatchId,
  pictureBatchId,
  stagedExamples,
} from "./staged-import.server";

const STAGING_MS = DAY;

/**
 * Stores the content of an upload, encrypted, until the member confirms the import, for at most a day. Only one batch is
 * in memory at a time. An earlier unconfirmed import is discarded once the whole upload is read. `onEntries` receives the
 * number of entries read so far.
 * @returns the order of day and month that was assumed for ambiguous dates such as 3/4/2024, if there were any
 */
export async function stageImport(
  member: Member,
  { id, fileName }: { id: string; fileName: string },
  reading: WorkerParse,
  onEntries: (count: number) => Promise<void>,
): Promise<DayOrder | undefined> {
  const ownParts = { _id: new RegExp(`^${id}\\.`), userId: member.id, purpose: "part" as const };
  // An interrupted reading may have left batches behind.
  await TransferFileModel.deleteMany(ownParts);
  const common = { userId: member.id, expiresAt: new Date(now().getTime() + STAGING_MS) };
  const counts = { pictures: 0, others: 0 };
  const stage: StageBatch = async (batch) => {
    const isPictures = "pictures" in batch;
    const number = isPictures ? counts.pictures++ : counts.others++;
    const _id = isPictures ? pictureBatchId(id, number) : importBatchId(id, number);
    await TransferFileModel.create({
      ...{ ...common, _id, purpose: "part" },
      sealed: encryptStaged(member, _id, batch),
    });
    return number;
  };
  try {
    const tally = await stageAll(member, id, reading, stage, onEntries);
    tally.examples = await stagedExamples(member, id, tally.coming);
    await discardStaged(member, id);
    const head = { _id: id, purpose: "import" as const, next: 0, added: [] };
    // The head is written last, so that a visible import is complete.
    await TransferFileModel.create({
      ...{ ...common, ...head, parts: counts.pictures + counts.others, picturesFirst: counts.pictures },
      sealed: encryptStaged(member, id, buildImportPreview(fileName, tally)),
    });
    return tally.guessedDays;
  } catch (error) {
    await TransferFileModel.deleteMany(ownParts);
    throw error;
  }
}

async function stageAll(
  member: Member,
  id: string,
  reading: WorkerParse,
  stage: StageBatch,
  onEntries: (count: number) => Promise<void>,
): Promise<ImportTally> {
  const tally: ImportTally = {
    ...{
      sources: [],
      left: {},
      kept: {},
      settings: undefined,
      guessedDays: undefined,
      coming: [],
      examples: [],
      twice: 0,
    },
    ...{ refused: 0, refusals: [], leftOut: [], states: { new: 0, known: 0, in_trash: 0 } },
    details: { entries: 0, alone: 0, example: "" },
    beside: { drafts: 0, ownPrompts: 0, intentions: 0, threads: 0, insights: 0 },
  };
  const last = emptyExtras();
  const namer = createPictureNamer(member);
  const links = new ImportLinks();
  const stageEntries = createEntryStager(member, namer, stage, tally, links);
  let seen = 0;
  for (let batch = await reading.nextBatch(); batch; batch = await reading.nextBatch()) {
    if (!("list" in batch)) Object.assign(tally, batch);
    else if (batch.list === "entries") {
      await stageEntries(batch.items);
      await onEntries((seen += batch.items.length));
    } else if (batch.list === "refused") {
      tally.refused += batch.items.length;
      tally.refusals.push(...batch.items.slice(0, IMPORT_LIMITS.refusalsShown - tally.refusals.length));
    } else if (batch.list === "leftOut") tally.leftOut = batch.items;
    else if (batch.list === "drafts") {
      tally.beside.drafts += batch.items.length;
      await stage({ ...emptyExtras(), drafts: batch.items.map(namer.draft) });
    } else if (batch.list === "promptSwaps") await stage({ ...emptyExtras(), promptSwaps: batch.items });
    else if (batch.list === "ownPrompts") addWithinLimit(last.ownPrompts, batch.items);
    else if (batch.list === "conversation") addWithinLimit(last.conversation, batch.items);
    else await stageLinked(member, batch, stage, tally);
  }
  await links.resolveStaged(member, id);
  const skipped = await stagePictures(namer.named, reading, stage);
  if (skipped > 0) tally.left = { ...tally.left, pictures: (tally.left.pictures ?? 0) + skipped };
  await stage({ ...last, settings: tally.settings });
  tally.beside.ownPrompts = last.ownPrompts.length;
  return tally;
}

/** Limit for the lists of a crafted file; the limits that apply to members are lower. */
const MAX_ITEMS = 500;
const addWithinLimit = <T>(list: T[], items: readonly T[]) =>
  list.push(...items.slice(0, MAX_ITEMS - list.length));

function emptyExtras() {
  const { drafts, ownPrompts, promptSwaps, conversation, settings } = emptyUpload();
  return { drafts, ownPrompts, promptSwaps, conversation, settings };
}

/** Stages new threads and insights, and intentions. The parser yields them after the entries that they refer to. */
async function stageLinked(
  member: Member,
  batch: Extract<ParsedBatch, { list: "threads" | "insights" | "intentions" }>,
  stage: StageBatch,
  { beside }: ImportTally,
): Promise<void> {
  if (batch.list === "threads") {
    const threads = await selectNewThreads(member, batch.items);
    beside.threads += threads.length;
    for (const some of toBatches(threads)) await stage({ threads: some });
  } else if (batch.list === "insights") {
    const insights = await selectNewInsights(member, batch.items);
    beside.insights += insights.length;
    for (const some of toBatches(insights)) await stage({ insights: some });
  } else {
    beside.intentions += await countNewIntentions(member, batch.items);
    for (const some of toBatches(batch.items)) await stage({ intentions: some });
  }
}
