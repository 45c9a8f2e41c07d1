import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { appleZip, dailyTxtZip, diariumZip, journeyZip } from "#tests/factories/foreign-journals";
import { anEdit, aPage, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import { uploadJournal } from "#tests/support/upload-journal";
import { draftKeyOf, findDrafts, saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry } from "~/domain/journal/entries/edit-entry.server";
import { draftIdOf, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { acceptPictures } from "~/domain/journal/pictures/accept-pictures.server";
import { parsePictureFields } from "~/domain/journal/pictures/picture";
import { attachPictures, openPicture } from "~/domain/journal/pictures/pictures.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { runImport } from "~/domain/portability/run-import.server";
import { importState } from "~/domain/portability/staged-import.server";
import { closePicturePool } from "~/platform/pictures.server";
import { writeZip, type ZippedFile } from "~/platform/zip/write-zip.server";

afterAll(closePicturePool);

const image = (height: number) =>
  sharp({ create: { width: 40, height, channels: 3, background: "#993366" } })
    .jpeg()
    .toBuffer();

const BODY = "By the lake.\n\n[picture 2]\n\nThen home.";

/** A member whose entry has two pictures, the second within its text. */
async function createMemberWithPictures(): Promise<Member> {
  const member = await createMember();
  const { _id } = await createEntry(member);
  const files = await Promise.all(
    [30, 50].map(async (height) => new File([(await image(height)) as BlobPart], "picture.jpg")),
  );
  const { taken } = await acceptPictures(member, _id, files);
  const form = new FormData();
  form.set(`pictureText-${taken[0]?.id}`, "A heron");
  form.set(`pictureText-${taken[1]?.id}`, "");
  const edit = { ...anEdit(BODY), title: "Lake", pictures: parsePictureFields(form) };
  expect(await editEntry(member, _id, edit, 1)).toEqual({ ok: true });
  return member;
}

async function importFile(member: Member, file: Uint8Array) {
  const result = await uploadJournal(member, "journal.zip", file);
  if (!result.ok) throw new Error(result.code);
  expect(await runImport(member, result.id, { budgetMs: 60_000 })).toBe("done");
  return (await importState(member, result.id))?.preview;
}

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
    const file = await bytesOf(await exportJournal(from, format));
    const to = await createMember();
    expect(await importFile(to, file)).toMatchObject({ coming: 1, withPictures: 2, pictures: 0 });
    const whole = [
      { body: BODY, texts: ["A heron", ""], sizes: [[40, 30], [40, 50]] }, // prettier-ignore
    ];
    expect(await entriesWithPictures(to)).toEqual(whole);
    expect(await importFile(to, file)).toMatchObject({ coming: 0 });
    expect(await entriesWithPictures(to)).toEqual(whole);
    expect(await importFile(from, file)).toMatchObject({ coming: 0 });
  },
);

it("imports the pictures of a draft unless its slot has one", async () => {
  const from = await createMember();
  const forDate = todayIn("UTC");
  const holder = draftIdOf(journalKeys(from), draftKeyOf("none", forDate));
  const file = new File([(await image(30)) as BlobPart], "picture.jpg");
  const { taken } = await acceptPictures(from, holder, [file]);
  await attachPictures(from, [], taken);
  expect(await saveDraft(from, aPage({ body: "Half a thought", pictures: taken }, { forDate }), {})).toEqual({
    ok: true,
  });
  const zip = await bytesOf(await exportJournal(from, "json"));
  const to = await createMember();
  await importFile(to, zip);
  const [draft] = await findDrafts(to, [draftKeyOf("none", forDate)]);
  expect(draft?.content).toMatchObject({ body: "Half a thought", pictures: [{ width: 40, height: 30 }] });
  const [picture] = draft?.content.pictures ?? [];
  expect(await openPicture(to, picture?.id ?? "", "small")).not.toBeNull();
  expect(picture?.id).not.toBe(taken[0]?.id);
});

it("keeps order and positions through Day One", async () => {
  const from = await createMemberWithPictures();
  const to = await createMember();
  expect(await importFile(to, await bytesOf(await exportJournal(from, "dayone")))).toMatchObject({
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
  expect(await importFile(from, await bytesOf(await exportJournal(to, "dayone")))).toMatchObject({
    coming: 0,
  });
});

async function zipOf(files: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const all = async function* (): AsyncGenerator<ZippedFile> {
    for (const [name, text] of Object.entries(files)) yield { name, at: new Date(), text };
  };
  return bytesOf({ body: writeZip(all()) });
}

it("imports the pictures of a Markdown folder at their links and keeps other addresses", async () => {
  const to = await createMember();
  const preview = await importFile(
    to,
    await zipOf({
      "Vault/2026-05-01 Walk.md":
        "One ![a gate](attachments/My%20gate.jpg) two ![[river.png]] ![x](https://a.example/b.png)",
      "Vault/2026-05-02.md": "Only ![no picture](attachments/page.jpg)",
      "Vault/attachments/My gate.jpg": await image(30),
      "Vault/attachments/river.png": await image(50),
      "Vault/attachments/page.jpg": "<html>",
      "Vault/attachments/unused.jpg": await image(70),
      "Vault/sound.mp3": "x",
    }),
  );
  expect(preview).toMatchObject({ coming: 2, left: { pictures: 2, recordings: 1 } });
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
  await importFile(to, zip(await image(30)));
  const entries = await entriesWithPictures(to);
  const shown = entries.filter(({ sizes }) => sizes.length > 0);
  expect(shown[0]?.sizes).toEqual([[40, 30]]);
  expect(shown[0]?.body).toContain(begins);
});
