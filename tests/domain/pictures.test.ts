import sharp, { type Sharp } from "sharp";
import { afterAll, beforeEach, expect, it } from "vitest";
import { EntryVersionModel } from "#models/journal-entry.server";
import { PictureChunkModel, PictureModel } from "#models/picture.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSomeone, sealFor } from "#tests/factories/sealed";
import { createMember } from "#tests/factories/user";
import { operatorReads } from "#tests/support/operator";
import { stopAfterWrites } from "#tests/support/stop-at-write";
import { DAY } from "~/domain/calendar/durations";
import { editEntry, moveToTrash, readEntry } from "~/domain/journal/entries/entries.server";
import { eraseEntry } from "~/domain/journal/history/trash.server";
import { parsePictureFields } from "~/domain/journal/pictures/picture";
import {
  acceptPictures,
  openPicture,
  removeOrphanedPictures,
} from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { onVisitTasksDone } from "~/domain/operations/on-visit-tasks.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { closePicturePool } from "~/platform/pictures.server";

let member: Member;
beforeEach(async () => {
  member = await createMember();
});
afterAll(closePicturePool);

/** Uploads files. @returns the reason why a file was rejected, or null */
const addPictures = async (person: Member, submission: string, files: File[]) =>
  (await acceptPictures(person, submission, files)).why;
/** The pictures of a form that no page references yet. */
async function listPictures({ id: userId }: Member, submission: string) {
  const records = await PictureModel.find({ userId, holder: submission, looseSince: { $ne: null } })
    .sort({ createdAt: 1, _id: 1 })
    .lean();
  return records.map(({ _id, width, height }) => ({ id: _id, width, height }));
}
/** Saves an entry with its uploaded pictures. */
async function saveWith(person: Member, entryId: string, change: Record<string, string> = {}) {
  const entry = await readEntry(person, entryId);
  const form = new FormData();
  for (const { id } of [...(entry?.content?.pictures ?? []), ...(await listPictures(person, entryId))])
    form.set(`pictureText-${id}`, "");
  for (const [name, value] of Object.entries(change)) form.set(name, value);
  const { title = "", body = "", tags = [], mood = "" } = entry?.content ?? {};
  const edit = { title, body, tags, mood, answers: {}, pictures: parsePictureFields(form) };
  expect(await editEntry(person, entryId, edit, entry?.version ?? 0)).toEqual({ ok: true });
  return (await readEntry(person, entryId))?.content?.pictures ?? [];
}

/** The first bytes of every JPEG that the server writes. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff, 0xdb]);
const plain = (width: number, height: number, colour = "#336699") =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const file = (bytes: Uint8Array | string, name = "picture.jpg") => new File([bytes as BlobPart], name);
const place = { Copyright: "a place that nobody knows", ImageDescription: "at home" };
/** Uploads files to a new entry. @returns the entry and its first picture */
async function upload(...files: (Uint8Array | string)[]) {
  const { _id } = await createEntry(member);
  expect(
    await addPictures(
      member,
      _id,
      files.map((each) => file(each, "note.txt")),
    ),
  ).toBeNull();
  const [picture] = await listPictures(member, _id);
  return { _id, picture, id: picture?.id ?? "" };
}
const photograph = () =>
  plain(3000, 1000)
    .withExif({ IFD0: place, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

it("stores a photograph upright, within its sizes and without metadata", { tags: ["release"] }, async () => {
  const sent = await photograph();
  expect((await sharp(sent).metadata()).exif).toBeDefined();
  const { picture, id } = await upload(sent);
  expect(picture).toMatchObject({ width: 800, height: 2400 });
  for (const [size, width, height] of [["large", 800, 2400] as const, ["small", 160, 480] as const]) {
    const bytes = await openPicture(member, id, size);
    const known = await sharp(bytes ?? undefined).metadata();
    expect([known.format, known.width, known.height]).toEqual(["jpeg", width, height]);
    expect([known.exif, known.icc, known.xmp, known.iptc, known.orientation]).toEqual(
      Array(5).fill(undefined),
    );
  }
});

it(
  "reassembles a large picture from chunks that contain nothing readable",
  { tags: ["release"] },
  async () => {
    const noise = await sharp({
      create: { width: 2000, height: 2000, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 60 } },
    } as never)
      .png()
      .toBuffer();
    const { id } = await upload(noise);
    const pieces = await PictureChunkModel.find({ pictureId: id }).lean();
    expect(pieces.length).toBeGreaterThan(3);
    for (const { sealed } of pieces) expect(Buffer.from(sealed.buffer).includes(JPEG_START)).toBe(false);
    const bytes = await openPicture(member, id, "large");
    expect((await sharp(bytes ?? undefined).stats()).isOpaque).toBe(true);
  },
);

it.each([
  ["jpeg", (image: Sharp) => image.jpeg()],
  ["png", (image: Sharp) => image.png()],
  ["webp", (image: Sharp) => image.webp()],
  ["gif", (image: Sharp) => image.gif()],
])("accepts %s by its content", async (_kind, as) => {
  const { picture } = await upload(await as(plain(40, 30)).toBuffer());
  expect(picture).toMatchObject({ width: 40, height: 30 });
});

/** A small file that claims to be fifty thousand pixels wide and high. */
async function bomb(): Promise<Buffer> {
  const bytes = await plain(10, 10).png().toBuffer();
  bytes.writeUInt32BE(50_000, 16);
  bytes.writeUInt32BE(50_000, 20);
  const { crc32 } = await import("node:zlib");
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

it("rejects files that are not pictures and stores the others", async () => {
  const { _id } = await createEntry(member);
  const good = await plain(40, 30).png().toBuffer();
  const cut = (await photograph()).subarray(0, 5_000);
  const heic = Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0heicmif1"), Buffer.alloc(200)]);
  for (const [bad, why] of [
    ["<!doctype html><title>a page</title>", "unknown_kind"],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', "unknown_kind"],
    [await bomb(), "unreadable"],
    [cut, "unreadable"],
    [heic, "heic"],
    [Buffer.concat([good, Buffer.alloc(13 * 1024 * 1024)]), "too_large"],
  ] as const)
    expect(await addPictures(member, _id, [file(bad), file(good)])).toBe(why);
  expect(await listPictures(member, _id)).toHaveLength(1);
});

it("drops appended data and ten megabytes of metadata", async () => {
  const picture = await plain(40, 30).jpeg().toBuffer();
  const page = Buffer.from("<script>alert('polyglot')</script>");
  const note = Buffer.alloc(65_535, "By the lake. ");
  note.writeUInt16BE(65_533 + 2, 0);
  const head = Array.from({ length: 160 }, () => Buffer.concat([Buffer.from([0xff, 0xe1]), note]));
  for (const parts of [
    [picture, page],
    [picture.subarray(0, 2), ...head, picture.subarray(2)],
  ]) {
    const bytes = await openPicture(member, (await upload(Buffer.concat(parts))).id, "large");
    expect([bytes?.includes("polyglot"), bytes?.includes("lake")]).toEqual([false, false]);
    expect(bytes?.length).toBeLessThan(2_000);
  }
});

it("decrypts no picture of a sealed journal with the operator's keys", { tags: ["release"] }, async () => {
  const someone = await createSomeone();
  const bytes = await plain(40, 30).jpeg().toBuffer();
  const { _id } = await createEntry(someone.member);
  await addPictures(someone.member, _id, [file(bytes)]);
  const [picture] = await saveWith(someone.member, _id);
  const jpegs = async () =>
    (await operatorReads()).filter((read) => /^picturePieces\.sealed \ufffd/.test(read));
  expect((await jpegs()).length).toBeGreaterThan(0);
  const { member: sealed } = await sealFor(someone);
  await onVisitTasksDone();
  expect(await jpegs()).toEqual([]);
  expect(await openPicture(sealed, picture?.id ?? "", "large")).not.toBeNull();
});

async function daysLater(days = 1) {
  setClock(() => new Date(Date.now() + days * DAY + 1_000));
  await removeOrphanedPictures().finally(() => setClock());
}

it("leaves no incomplete picture, wherever it is interrupted", { tags: ["release"] }, async () => {
  const bytes = await photograph();
  for (let most = 0, isDone = false; !isDone; most++) {
    const someone = await createMember();
    const { _id } = await createEntry(someone);
    isDone = await stopAfterWrites(most, async () => {
      await addPictures(someone, _id, [file(bytes)]);
      await saveWith(someone, _id);
    });
    const shown = (await readEntry(someone, _id))?.content?.pictures ?? [];
    if (isDone) expect(shown).toHaveLength(1);
    for (const { id } of [...shown, ...(await listPictures(someone, _id))])
      for (const size of ["large", "small"] as const) {
        const opened = sharp((await openPicture(someone, id, size)) ?? undefined);
        expect((await opened.metadata()).format).toBe("jpeg");
      }
    await daysLater();
    const ids = shown.map(({ id }) => id);
    expect(await PictureChunkModel.distinct("pictureId", { userId: someone.id })).toEqual(ids);
    expect(await PictureModel.distinct("_id", { userId: someone.id })).toEqual(ids);
  }
});

it("accepts six pictures, and a repeated picture of one form once, also concurrently", async () => {
  const { _id } = await createEntry(member);
  const heights = [30, 31, 32, 33, 34, 35, 36];
  const images = heights.map((height) => plain(40, height).png().toBuffer());
  const files = (await Promise.all(images)).map((bytes) => file(bytes));
  expect(await addPictures(member, _id, files)).toBe("too_many");
  const kept = (await listPictures(member, _id)).map(({ height }) => height);
  expect(kept.sort()).toEqual(heights.slice(0, 6));
  expect(await addPictures(member, _id, files.slice(0, 6))).toBeNull();
  const other = await createEntry(member);
  await Promise.all(Array.from({ length: 10 }, () => addPictures(member, other._id, files.slice(0, 1))));
  expect(await listPictures(member, other._id)).toHaveLength(1);
});

it("stores no picture beyond the quota", { tags: ["release"] }, async () => {
  env.JOURNAL_QUOTA_MB = 1;
  const full = { ...member, room: { ...member.room, bytes: 1024 * 1024 } };
  await UserModel.updateOne(
    { _id: member.id },
    { $set: { "room.bytes": 1024 * 1024, "room.counted": 1024 * 1024, "room.countedAt": new Date() } },
  );
  const { _id } = await createEntry(member);
  expect(await addPictures(full, _id, [file(await photograph())])).toBe("full");
  expect(await PictureChunkModel.countDocuments({ userId: member.id })).toBe(0);
});

it("shows a picture only to its owner, and erases it with its entry", { tags: ["release"] }, async () => {
  const { _id, id } = await upload(await photograph());
  await saveWith(member, _id);
  expect(await openPicture(await createMember(), id, "large")).toBeNull();
  await moveToTrash(member, _id);
  expect((await readEntry(member, _id))?.content?.pictures).toHaveLength(1);
  await eraseEntry(member, _id);
  expect(await PictureModel.countDocuments({ userId: member.id })).toBe(0);
  expect(await PictureChunkModel.countDocuments({ userId: member.id })).toBe(0);
});

it(
  "deletes unreferenced pictures and chunks of interrupted uploads after a day",
  { tags: ["release"] },
  async () => {
    const { _id, id: kept } = await upload(await photograph());
    await saveWith(member, _id);
    await addPictures(member, "a-draft-that-is-not-there", [file(await photograph())]);
    await addPictures(member, _id, [file(await plain(40, 30).png().toBuffer())]);
    const [cutOff] = await listPictures(member, _id);
    await PictureModel.deleteOne({ _id: cutOff?.id });
    await removeOrphanedPictures();
    expect(await PictureChunkModel.countDocuments({ userId: member.id })).toBe(6);
    await daysLater();
    expect(await PictureModel.distinct("_id", { userId: member.id })).toEqual([kept]);
    expect(await PictureChunkModel.countDocuments({ userId: member.id })).toBe(2);
  },
);

it("keeps a removed picture as long as an earlier version references it", async () => {
  const { _id, id } = await upload(await photograph());
  await saveWith(member, _id);
  expect(await saveWith(member, _id, { removePicture: id })).toEqual([]);
  await daysLater();
  expect(await openPicture(member, id, "small")).not.toBeNull();
  await EntryVersionModel.deleteMany({ entryId: _id });
  await daysLater(3);
  expect(await openPicture(member, id, "small")).toBeNull();
});
