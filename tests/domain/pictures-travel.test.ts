/** @module-tag release */
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { appleZip, dailyTxtZip, diariumZip, journeyZip } from "#tests/factories/foreign-journals";
import { anEdit, aPage, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import { makeZip } from "#tests/support/make-zip";
import { importFile } from "#tests/support/upload-journal";
import { draftKeyOf, findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry } from "~/domain/journal/entries/entries.server";
import { draftIdOf, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { parsePictureFields } from "~/domain/journal/pictures/picture";
import { acceptPictures, attachPictures, openPicture } from "~/domain/journal/pictures/pictures.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import type { ExportFormat } from "~/domain/portability/data-texts";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { closePicturePool } from "~/platform/pictures.server";

afterAll(closePicturePool);

const image = (height: number) =>
  sharp({ create: { width: 40, height, channels: 3, background: "#993366" } })
    .jpeg()
    .toBuffer();

const imageFile = async (height: number) => new File([(await image(height)) as BlobPart], "picture.jpg");

const BODY = "By the lake.\n\n[picture 2]\n\nThen home.";

/** A member whose entry has two pictures, the second within its text. */
async function createMemberWithPictures(): Promise<Member> {
  const member = await createMember();
  const { _id } = await createEntry(member);
  const { taken } = await acceptPictures(member, _id, [await imageFile(30), await imageFile(50)]);
  const form = new FormData();
  form.set(`pictureText-${taken[0]?.id}`, "A heron");
  form.set(`pictureText-${taken[1]?.id}`, "");
  const edit = { ...anEdit(BODY), title: "Lake", pictures: parsePictureFields(form) };
  expect(await editEntry(member, _id, edit, 1)).toEqual({ ok: true });
  return member;
}

const importWhole = async (member: Member, file: Uint8Array) =>
  (await importFile(member, file, { name: "journal.zip" })).preview;
const exported = async (member: Member, format: ExportFormat) => bytesOf(await exportJournal(member, format));

async function entriesWithPictures(member: Member) {
  const { entries } = await listHistory(member);
  return Promise.all(
    entries.map(async ({ content }) => {
      const pictures = content?.pictures ?? [];
      const sizes = await Promise.all(
        pictures.map(async ({ id }) => {
          const { width, height } = await sharp(
            (await openPicture(member, id, "large")) ?? undefined,
          ).metadata();
          return [width, height];
        }),
      );
      return { body: content?.body, texts: pictures.map(({ text }) => text), sizes };
    }),
  );
}

it.each(["json", "markdown"] as const)(
  "exports and imports an entry with its pictures as %s, without duplicates",
  async (format) => {
    const from = await createMemberWithPictures();
    const file = await exported(from, format);
    const to = await createMember();
    expect(await importWhole(to, file)).toMatchObject({ coming: 1, withPictures: 2, pictures: 0 });
    const whole = [
      { body: BODY, texts: ["A heron", ""], sizes: [[40, 30], [40, 50]] }, // prettier-ignore
    ];
    expect(await entriesWithPictures(to)).toEqual(whole);
    expect(await importWhole(to, file)).toMatchObject({ coming: 0 });
    expect(await entriesWithPictures(to)).toEqual(whole);
    expect(await importWhole(from, file)).toMatchObject({ coming: 0 });
  },
);

it("imports the pictures of a draft unless its slot already has a draft", async () => {
  const from = await createMember();
  const key = draftKeyOf("none", todayIn("UTC"));
  const { taken } = await acceptPictures(from, draftIdOf(journalKeys(from), key), [await imageFile(30)]);
  await attachPictures(from, [], taken);
  const page = aPage({ body: "Half a thought", pictures: taken }, { forDate: todayIn("UTC") });
  expect(await saveDraft(from, page, {})).toEqual({ ok: true });
  const to = await createMember();
  await importWhole(to, await exported(from, "json"));
  const [draft] = await findDrafts(to, [key]);
  expect(draft?.content).toMatchObject({ body: "Half a thought", pictures: [{ width: 40, height: 30 }] });
  const [picture] = draft?.content.pictures ?? [];
  expect(await openPicture(to, picture?.id ?? "", "small")).not.toBeNull();
  expect(picture?.id).not.toBe(taken[0]?.id);
});

it("keeps order and positions of pictures when an entry is exported and imported as Day One", async () => {
  const from = await createMemberWithPictures();
  const to = await createMember();
  expect(await importWhole(to, await exported(from, "dayone"))).toMatchObject({
    withPictures: 2,
  });
  expect(await entriesWithPictures(to)).toEqual([
    {
      body: "By the lake.\n\n[picture 1]\n\nThen home.\n\n[picture 2]",
      texts: ["", ""],
      sizes: [[40, 50], [40, 30]], // prettier-ignore
    },
  ]);
  // The same text without placeholders is the same entry.
  expect(await importWhole(from, await exported(to, "dayone"))).toMatchObject({
    coming: 0,
  });
});

it("imports the pictures of a Markdown folder at their links and keeps other URLs", async () => {
  const to = await createMember();
  const files = {
    "Vault/2026-05-01 Walk.md":
      "One ![a gate](attachments/My%20gate.jpg) two ![[river.png]] ![x](https://a.example/b.png)",
    "Vault/2026-05-02.md": "Only ![no picture](attachments/page.jpg)",
    "Vault/attachments/My gate.jpg": await image(30),
    "Vault/attachments/river.png": await image(50),
    "Vault/attachments/page.jpg": "<html>",
    "Vault/attachments/unused.jpg": await image(70),
    "Vault/sound.mp3": "x",
  };
  const zip = makeZip(Object.entries(files).map(([name, data]) => ({ name, data })));
  expect(await importWhole(to, zip)).toMatchObject({ coming: 2, left: { pictures: 2, recordings: 1 } });
  expect(await entriesWithPictures(to)).toEqual([
    { body: "Only", texts: [], sizes: [] },
    {
      body: "One\n\n[picture 1]\n\ntwo\n\n[picture 2]\n\nx https://a.example/b.png",
      texts: ["a gate", ""],
      sizes: [[40, 30], [40, 50]], // prettier-ignore
    },
  ]);
});

it.each([
  ["Journey", journeyZip, "We packed."],
  ["Diarium", diariumZip, "It rained."],
  ["Apple Journal", appleZip, "How was your day?"],
  ["DailyTxT", (picture: Buffer) => dailyTxtZip([{ name: "files/beans.jpg", data: picture }]), "The beans"],
] as const)("imports a picture of %s with its entry", async (_, zip, begins) => {
  const to = await createMember();
  await importWhole(to, zip(await image(30)));
  const entries = await entriesWithPictures(to);
  const shown = entries.filter(({ sizes }) => sizes.length > 0);
  expect(shown[0]?.sizes).toEqual([[40, 30]]);
  expect(shown[0]?.body).toContain(begins);
});
