import { TransferFileModel } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { countNew } from "~/domain/prayers/travel.server";
import { now } from "~/platform/clock";
import { namingPictures } from "./coming-pictures.server";
import { IMPORT_LIMITS } from "./import-limits";
import { newInsights, newThreads } from "./import-looking-back.server";
import { inParts } from "./import-parts";
import { importPreviewOf, type Tally } from "./import-preview-of";
import { entryKeeper, keepPictures, type Keep } from "./keep-coming.server";
import { nothingParsed, type ParsedPiece } from "./parsed-upload";
import { dropWaiting, examplesIn, partId, picturesId, sealHeld } from "./pending-import.server";
import type { ThreadedReading } from "./read-in-thread.server";

const HOLD_MS = DAY;

/**
 * Keeps what is found in a file until its writer has looked at it: sealed, in parts of a hundred entries, for a day; a piece of the
 * file is in memory at a time. An earlier import that waits gives way once all was read. `onEntries` is told how many entries were seen so far.
 */
export async function holdImport(
  member: Member,
  { id, fileName }: { id: string; fileName: string },
  reading: ThreadedReading,
  onEntries: (count: number) => Promise<void>,
): Promise<void> {
  const ownParts = { _id: new RegExp(`^${id}\\.`), userId: member.id, purpose: "part" as const };
  // A server that was stopped may have kept some.
  await TransferFileModel.deleteMany(ownParts);
  const held = { userId: member.id, expiresAt: new Date(now().getTime() + HOLD_MS) };
  const counts = { pictures: 0, others: 0 };
  const keep: Keep = async (part) => {
    const isPictures = "pictures" in part;
    const number = isPictures ? counts.pictures++ : counts.others++;
    const _id = isPictures ? picturesId(id, number) : partId(id, number);
    await TransferFileModel.create({ ...held, _id, purpose: "part", sealed: sealHeld(member, _id, part) });
    return number;
  };
  try {
    const tally = await keepAll(member, reading, keep, onEntries);
    tally.examples = await examplesIn(member, id, tally.coming);
    await dropWaiting(member, id);
    const head = { _id: id, purpose: "import" as const, next: 0, added: [] };
    // Last, so that a visible import is complete.
    await TransferFileModel.create({
      ...{ ...held, ...head, parts: counts.pictures + counts.others, picturesFirst: counts.pictures },
      sealed: sealHeld(member, id, importPreviewOf(fileName, tally)),
    });
  } catch (error) {
    await TransferFileModel.deleteMany(ownParts);
    throw error;
  }
}

async function keepAll(
  member: Member,
  reading: ThreadedReading,
  keep: Keep,
  onEntries: (count: number) => Promise<void>,
): Promise<Tally> {
  const tally: Tally = {
    ...{ sources: [], left: {}, settings: undefined, coming: [], examples: [], twice: 0 },
    ...{ refused: 0, refusals: [], states: { new: 0, known: 0, in_trash: 0 } },
    beside: { drafts: 0, ownPrompts: 0, intentions: 0, threads: 0, insights: 0 },
  };
  const last = besideNothing();
  const naming = namingPictures(member);
  const keepEntries = entryKeeper(member, naming, keep, tally);
  let seen = 0;
  for (let piece = await reading.nextPiece(); piece; piece = await reading.nextPiece()) {
    if (!("list" in piece)) Object.assign(tally, piece);
    else if (piece.list === "entries") {
      await keepEntries(piece.items);
      await onEntries((seen += piece.items.length));
    } else if (piece.list === "refused") {
      tally.refused += piece.items.length;
      tally.refusals.push(...piece.items.slice(0, IMPORT_LIMITS.refusalsShown - tally.refusals.length));
    } else if (piece.list === "drafts") {
      tally.beside.drafts += piece.items.length;
      await keep({ ...besideNothing(), drafts: piece.items.map(naming.draft) });
    } else if (piece.list === "promptSwaps") await keep({ ...besideNothing(), promptSwaps: piece.items });
    else if (piece.list === "ownPrompts") addSome(last.ownPrompts, piece.items);
    else if (piece.list === "conversation") addSome(last.conversation, piece.items);
    else await keepBesideEntries(member, piece, keep, tally);
  }
  const tooMuch = await keepPictures(naming.named, reading, keep);
  if (tooMuch > 0) tally.left = { ...tally.left, pictures: (tally.left.pictures ?? 0) + tooMuch };
  await keep({ ...last, settings: tally.settings });
  tally.beside.ownPrompts = last.ownPrompts.length;
  return tally;
}

/** Nobody may have as many; a file may. */
const MOST_BESIDE = 500;
const addSome = <T>(list: T[], items: readonly T[]) =>
  list.push(...items.slice(0, MOST_BESIDE - list.length));

/** The lists of what comes beside the entries, still empty. */
function besideNothing() {
  const { drafts, ownPrompts, promptSwaps, conversation, settings } = nothingParsed();
  return { drafts, ownPrompts, promptSwaps, conversation, settings };
}

/** Keeps conversations, insights and intentions that are not here yet; they come after the entries they link to. */
async function keepBesideEntries(
  member: Member,
  piece: Extract<ParsedPiece, { list: "threads" | "insights" | "intentions" }>,
  keep: Keep,
  { beside }: Tally,
): Promise<void> {
  if (piece.list === "threads") {
    const threads = await newThreads(member, piece.items);
    beside.threads += threads.length;
    for (const some of inParts(threads)) await keep({ threads: some });
  } else if (piece.list === "insights") {
    const insights = await newInsights(member, piece.items);
    beside.insights += insights.length;
    for (const some of inParts(insights)) await keep({ insights: some });
  } else {
    beside.intentions += await countNew(member, piece.items);
    for (const some of inParts(piece.items)) await keep({ intentions: some });
  }
}
