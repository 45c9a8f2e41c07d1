import { beforeEach, describe, expect, it } from "vitest";
import { ConversationModel } from "#models/prayers.server";
import { createEntry } from "#tests/factories/journal-entry";
import { bytesOf } from "#tests/support/download";
import {
  createSession,
  see,
  send,
  signIn,
  type Fields,
  type MemberSession,
  type Page,
} from "#tests/support/member-session";
import { pagesOf, readPdf } from "#tests/support/read-pdf";
import { visit } from "#tests/support/request";
import { uploadJournal } from "#tests/support/upload-journal";
import { wholeApplication } from "#tests/support/whole-application";
import { findLine, lineId } from "~/domain/insights/insight";
import { readInsight } from "~/domain/insights/insights.server";
import { makeInsight } from "~/domain/insights/make-insight.server";
import { MAX_TOPICS } from "~/domain/journal/conversation/topic";
import { moveToTrash } from "~/domain/journal/entries/entries.server";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { runImport } from "~/domain/portability/run-import.server";
import { setClock } from "~/platform/clock";
import * as weekPage from "~/routes/member/insights/week/route";
import * as page from "~/routes/member/journal/conversation";
import { loader as sheet } from "~/routes/member/journal/conversation-sheet";
import * as entryPage from "~/routes/member/journal/entry";

let member: Member;
let session: string;
beforeEach(async () => {
  setClock(() => new Date("2026-11-16T08:00:00Z"));
  ({ member, session } = await signIn({ weekStart: 1 }));
});

const someone = () => createSession({ weekStart: 1 });
const topicsOf = async (as?: MemberSession): Promise<Page> =>
  (await see(page, "/journal/conversation", {}, as)).page;
const texts = async () => (await topicsOf()).topics.map(({ text }: Page) => text);
const press = (entryId: string, fields: Fields, as?: MemberSession) =>
  send(entryPage, `/journal/entries/${entryId}`, fields, { entryId }, as);
const say = (intent: string) => send(page, "/journal/conversation", { intent });
const write = (forDate: string, body: string) => createEntry(member, { forDate, content: { body } });

const WEEK = { weekStart: "2026-11-09" };
const PATH = `/insights/${WEEK.weekStart}`;
/** Writes the same answers on four evenings, and makes the insight of their week. */
async function writeWeek(grace: string): Promise<void> {
  const answers = [
    { key: "grace", question: "?", text: grace },
    { key: "heavy", question: "?", text: "The long meeting at work again." },
  ];
  for (const day of ["09", "10", "11", "12"])
    await createEntry(member, {
      kind: "habit",
      slot: "evening",
      forDate: `2026-11-${day}`,
      content: { answers },
    });
  await makeInsight(member, WEEK.weekStart);
}

async function sheetOf(query = "") {
  const file = await sheet(await visit(`/journal/conversation/sheet${query}`, { session }));
  return { file: file as Response, bytes: Buffer.from(await (file as Response).arrayBuffer()) };
}

const ANSWERS = [
  { key: "word", question: "What word stays with you?", text: "Abide, says the vine." },
  { key: "prayer", question: "What do you answer?", text: "Let me stay." },
];

describe("topics", () => {
  it("name the scripts that the PDF fonts do not cover, before a PDF is created", async () => {
    const printed = await write("2026-11-12", "שלום, peace.");
    await press(printed._id, { intent: "talk" });
    expect(await topicsOf()).not.toHaveProperty("notPrinted");
    const arabic = await write("2026-11-13", "سلام");
    await press(arabic._id, { intent: "talk" });
    expect(await topicsOf()).toMatchObject({ notPrinted: "Arabic" });
  });

  it(
    "are marked with a button, printed, cleared for a free page, and restored once",
    { tags: ["release"] },
    async () => {
      const morning = await createEntry(member, {
        forDate: "2026-11-10",
        slot: "morning",
        kind: "lectio",
        passageRef: "John 15:4-5",
        content: { answers: ANSWERS },
      });
      const page1 = await write("2026-11-12", "By the **lake**.");
      const marked = await press(morning._id, { intent: "talk", part: "word" });
      expect(marked.location).toBe(`/journal/entries/${morning._id}#talk-word`);
      await press(page1._id, { intent: "talk" });
      // A second click adds nothing.
      await press(page1._id, { intent: "talk" });
      const { topics } = await topicsOf();
      expect(topics).toMatchObject([
        {
          from: "What word stays with you?",
          text: "Abide, says the vine.",
          to: `/journal/entries/${morning._id}`,
        },
        { from: "Free page", text: "By the **lake**.", to: `/journal/entries/${page1._id}` },
      ]);
      expect(topics[0]?.day).toContain("John 15:4–5");
      const shown = await see(entryPage, "/", { entryId: morning._id });
      expect(shown.page).toMatchObject({ marked: ["word"] });

      const { file, bytes } = await sheetOf();
      expect(file.headers.get("Content-Type")).toBe("application/pdf");
      expect(file.headers.get("Cache-Control")).toContain("no-store");
      const text = readPdf("pdftotext", bytes)?.replace(/\s+/g, " ");
      if (text !== undefined) {
        expect(text).toMatch(
          /Before we speak.*Abide, says the vine\..*By the lake\..*What moved me\?.*Afterwards/,
        );
        expect(pagesOf(bytes)).toBe(1);
        const fewer = await sheetOf(`?chosen=1&line=${topics[1]?.id}`);
        expect(readPdf("pdftotext", fewer.bytes)).not.toContain("Abide");
        expect(readPdf("pdftotext", (await sheetOf("?chosen=1")).bytes)).not.toContain("lake");
      }

      const { location } = await say("spoken");
      expect(location).toBe("/journal/free?text=We+spoke+today.");
      expect(await topicsOf()).toEqual({ topics: [], before: 2 });
      // A second click clears nothing more, and nothing is lost.
      await say("spoken");
      await say("restore");
      expect(await texts()).toEqual(["Abide, says the vine.", "By the **lake**."]);
      expect((await topicsOf()).before).toBe(0);
      await press(morning._id, { intent: "untalk", part: "word" });
      expect(await texts()).toEqual(["By the **lake**."]);
    },
  );

  it("are private, and removed with deleted entries", async () => {
    const entry = await createEntry(member, { content: { body: "Mine alone." } });
    const other = await someone();
    expect((await press(entry._id, { intent: "talk" }, other)).status).toBe(404);
    expect((await press(entry._id, { intent: "talk", part: "nothing" })).status).toBe(404);
    await press(entry._id, { intent: "talk" });
    expect((await topicsOf(other)).topics).toEqual([]);
    const stored = await ConversationModel.find().lean();
    expect(stored.map(({ userId }) => userId)).toContain(member.id);
    expect(JSON.stringify(stored)).not.toContain(entry._id);
    await moveToTrash(member, entry._id);
    expect(await texts()).toEqual([]);
    expect((await press(entry._id, { intent: "talk" })).status).toBe(404);
  });

  it("include a line of a weekly insight with the same text", async () => {
    await writeWeek("The robin in the garden");
    const insight = await readInsight(member, WEEK.weekStart);
    const line = insight?.content?.consolation[0] ?? insight?.content?.kept[0] ?? expect.fail("a line");
    const part = lineId(line.text);
    expect(insight?.content && findLine(insight.content, part)?.text).toBe(line.text);
    const tap = (fields: Fields) => send(weekPage, PATH, fields, WEEK);
    const marked = async () => (await see(weekPage, PATH, WEEK)).page.marked;
    expect((await tap({ intent: "talk", part: "unknown" })).status).toBe(404);
    expect((await tap({ intent: "talk", part })).location).toBe(`${PATH}#talk-${part}`);
    expect(await marked()).toEqual([part]);
    expect((await topicsOf()).topics).toMatchObject([
      { from: "Looking back on your week", text: line.text, to: PATH },
    ]);
    // The words of an entry in the trash are not quoted.
    await moveToTrash(member, line.entryId);
    expect(await texts()).toEqual([]);
    await tap({ intent: "untalk", part });
    expect(await marked()).toEqual([]);
  });

  it("have a button at each line of an insight while marking is on", async () => {
    const { serve } = await wholeApplication();
    await writeWeek("Grateful for the robin in the garden.");
    const htmlOf = async (query: string) => {
      const { request } = await visit(`${PATH}${query}`, { session });
      return (await serve(request)).text();
    };
    const partsOf = (html: string) =>
      [...html.matchAll(/name="part" value="([^"]*)"/g)].map(([, part]) => part ?? "");
    const first = await htmlOf("?mark=1");
    const parts = partsOf(first);
    expect(parts).toEqual([
      lineId("Grateful for the robin in the garden."),
      lineId("The long meeting at work again."),
      expect.anything(),
    ]);
    expect(first.includes("Nothing is sent to anyone.")).toBe(true);
    for (const part of parts) expect(first).toContain(` id="talk-${part}"`);
    expect(partsOf(await htmlOf(""))).toEqual([]);

    const [part = ""] = parts;
    const pressed = await send(weekPage, `${PATH}?mark=1`, { intent: "talk", part }, WEEK);
    expect(pressed.location).toBe(`${PATH}?mark=1#talk-${part}`);
    const after = await htmlOf("?mark=1");
    expect(after).toContain('value="untalk" aria-pressed="true"');
    expect(after).not.toContain("Nothing is sent to anyone.");
    expect((await htmlOf("")).match(/>Marked</g)).toHaveLength(1);
  });

  it("are limited to forty, on two sheets", { tags: ["release"] }, async () => {
    for (let at = 0; at < MAX_TOPICS; at++) {
      const body = `Number ${at}. ${"It was a long day and I was tired. ".repeat(60)}`;
      const { _id } = await write("2026-11-10", body);
      expect((await press(_id, { intent: "talk" })).location).toContain("#talk-");
    }
    const { _id } = await createEntry(member, { content: { body: "One more." } });
    const refused = await press(_id, { intent: "talk" });
    expect(refused.location).toBe(`/journal/entries/${_id}`);
    expect(await texts()).toHaveLength(MAX_TOPICS);
    const { bytes } = await sheetOf("?paper=letter");
    expect(pagesOf(bytes) ?? 4).toBeLessThanOrEqual(4);
  });

  it(
    "are exported with their texts, and imported once by another instance",
    { tags: ["release"] },
    async () => {
      const { _id } = await write("2026-11-10", "By the lake.");
      await press(_id, { intent: "talk" });
      const file = await bytesOf(await exportJournal(member, "json"));
      const there = await someone();
      for (const _ of ["first", "again"]) {
        const uploaded = await uploadJournal(there.member, "mine.json", file);
        expect(uploaded.ok && (await runImport(there.member, uploaded.id, { withSettings: false }))).toBe(
          "done",
        );
      }
      expect((await topicsOf(there)).topics).toMatchObject([
        { from: "Free page", text: "By the lake.", to: null },
      ]);
    },
  );
});
