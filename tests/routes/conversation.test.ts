import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConversationModel } from "#models/conversation.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { bytesOf } from "#tests/support/download";
import { pagesOf, readPdf } from "#tests/support/read-pdf";
import { answer, post, visit } from "#tests/support/request";
import { uploadJournal } from "#tests/support/upload-journal";
import { wholeApplication } from "#tests/support/whole-application";
import { findLine, lineId } from "~/domain/insights/insight";
import { readInsight } from "~/domain/insights/insights.server";
import { makeInsight } from "~/domain/insights/make-insight.server";
import { MAX_TOPICS } from "~/domain/journal/conversation/topic";
import { moveToTrash } from "~/domain/journal/entries/entries.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { runImport } from "~/domain/portability/run-import.server";
import { setClock } from "~/platform/clock";
import * as weekPage from "~/routes/member/insights/week/route";
import * as page from "~/routes/member/journal/conversation";
import { loader as sheet } from "~/routes/member/journal/conversation-sheet";
import * as entryPage from "~/routes/member/journal/entry/route";

let member: Member;
let session: string;
beforeEach(async () => {
  setClock(() => new Date("2026-11-16T08:00:00Z"));
  ({ member, session } = await someone());
});
afterEach(() => setClock());

async function someone() {
  const { user, secret } = await createSignedIn({ weekStart: 1 });
  return { member: memberFrom(user), session: secret };
}

type Shown = {
  before: number;
  topics: { id: string; from: string; day: string; text: string; to: string | null }[];
};
const see = async (secret = session) =>
  (await answer(async () => page.loader(await visit("/journal/conversation", { session: secret }))))
    .data as Shown;
const texts = async () => (await see()).topics.map(({ text }) => text);

const press = async (entryId: string, fields: Record<string, string>, secret = session) => {
  const extra = { session: secret, params: { entryId } };
  return answer(async () => entryPage.action(await post(`/journal/entries/${entryId}`, fields, extra)));
};
const say = async (intent: string) =>
  answer(async () => page.action(await post("/journal/conversation", { intent }, { session })));

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
    const printed = await createEntry(member, { forDate: "2026-11-12", content: { body: "שלום, peace." } });
    await press(printed._id, { intent: "talk" });
    expect(await see()).not.toHaveProperty("notPrinted");
    const arabic = await createEntry(member, { forDate: "2026-11-13", content: { body: "سلام" } });
    await press(arabic._id, { intent: "talk" });
    expect(await see()).toMatchObject({ notPrinted: "Arabic" });
  });

  it("lead from a button at an answer to the sheet, to a free page, and back once", async () => {
    const morning = await createEntry(member, {
      forDate: "2026-11-10",
      slot: "morning",
      kind: "lectio",
      passageRef: "John 15:4-5",
      content: { answers: ANSWERS },
    });
    const page1 = await createEntry(member, { forDate: "2026-11-12", content: { body: "By the **lake**." } });
    const marked = await press(morning._id, { intent: "talk", part: "word" });
    expect(marked.location).toBe(`/journal/entries/${morning._id}#talk-word`);
    await press(page1._id, { intent: "talk" });
    // A second click adds nothing.
    await press(page1._id, { intent: "talk" });
    const { topics } = await see();
    expect(topics).toMatchObject([
      {
        from: "What word stays with you?",
        text: "Abide, says the vine.",
        to: `/journal/entries/${morning._id}`,
      },
      { from: "Free page", text: "By the **lake**.", to: `/journal/entries/${page1._id}` },
    ]);
    expect(topics[0]?.day).toContain("John 15:4–5");
    const shown = await answer(async () =>
      entryPage.loader(await visit("/", { session, params: { entryId: morning._id } })),
    );
    expect(shown.data).toMatchObject({ marked: ["word"] });

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
    expect(await see()).toEqual({ topics: [], before: 2 });
    // A second click clears nothing more, and nothing is lost.
    await say("spoken");
    await say("restore");
    expect(await texts()).toEqual(["Abide, says the vine.", "By the **lake**."]);
    expect((await see()).before).toBe(0);
    await press(morning._id, { intent: "untalk", part: "word" });
    expect(await texts()).toEqual(["By the **lake**."]);
  });

  it("are private, and removed with deleted entries", async () => {
    const entry = await createEntry(member, { content: { body: "Mine alone." } });
    const other = await someone();
    expect((await press(entry._id, { intent: "talk" }, other.session)).status).toBe(404);
    expect((await press(entry._id, { intent: "talk", part: "nothing" })).status).toBe(404);
    await press(entry._id, { intent: "talk" });
    expect((await see(other.session)).topics).toEqual([]);
    const stored = await ConversationModel.find().lean();
    expect(stored.map(({ userId }) => userId)).toContain(member.id);
    expect(JSON.stringify(stored)).not.toContain(entry._id);
    await moveToTrash(member, entry._id);
    expect(await texts()).toEqual([]);
    expect((await press(entry._id, { intent: "talk" })).status).toBe(404);
  });

  it("include a line of a weekly insight with the same text", async () => {
    const answers = [
      { key: "grace", question: "?", text: "The robin in the garden" },
      { key: "heavy", question: "?", text: "The long meeting at work again." },
    ];
    for (const day of ["09", "10", "11", "12"])
      await createEntry(member, {
        kind: "habit",
        slot: "evening",
        forDate: `2026-11-${day}`,
        content: { answers },
      });
    const weekStart = "2026-11-09";
    await makeInsight(member, weekStart);
    const insight = await readInsight(member, weekStart);
    const line = insight?.content?.consolation[0] ?? insight?.content?.kept[0] ?? expect.fail("a line");
    const part = lineId(line.text);
    expect(insight?.content && findLine(insight.content, part)?.text).toBe(line.text);
    const extra = { session, params: { weekStart } };
    const tap = async (fields: Record<string, string>) =>
      answer(async () => weekPage.action(await post(`/insights/${weekStart}`, fields, extra)));
    expect((await tap({ intent: "talk", part: "unknown" })).status).toBe(404);
    expect((await tap({ intent: "talk", part })).location).toBe(`/insights/${weekStart}#talk-${part}`);
    const seen = await answer(async () => weekPage.loader(await visit("/", extra)));
    expect(seen.data).toMatchObject({ marked: [part] });
    expect((await see()).topics).toMatchObject([
      { from: "Looking back on your week", text: line.text, to: `/insights/${weekStart}` },
    ]);
    // The words of an entry in the trash are not quoted.
    await moveToTrash(member, line.entryId);
    expect(await texts()).toEqual([]);
    await tap({ intent: "untalk", part });
    expect((await answer(async () => weekPage.loader(await visit("/", extra)))).data).toMatchObject({
      marked: [],
    });
  });

  it("have a mark at each line while the marking is on, which returns to itself", async () => {
    const { serve } = await wholeApplication();
    const answers = [
      { key: "grace", question: "?", text: "Grateful for the robin in the garden." },
      { key: "heavy", question: "?", text: "The long meeting at work again." },
    ];
    for (const day of ["09", "10", "11", "12"])
      await createEntry(member, {
        kind: "habit",
        slot: "evening",
        forDate: `2026-11-${day}`,
        content: { answers },
      });
    const weekStart = "2026-11-09";
    await makeInsight(member, weekStart);
    const htmlOf = async (query: string) => {
      const { request } = await visit(`/insights/${weekStart}${query}`, { session });
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
    const extra = { session, params: { weekStart } };
    const pressed = await answer(async () =>
      weekPage.action(await post(`/insights/${weekStart}?mark=1`, { intent: "talk", part }, extra)),
    );
    expect(pressed.location).toBe(`/insights/${weekStart}?mark=1#talk-${part}`);
    const after = await htmlOf("?mark=1");
    expect(after).toContain('value="untalk" aria-pressed="true"');
    expect(after).not.toContain("Nothing is sent to anyone.");
    expect((await htmlOf("")).match(/>Marked</g)).toHaveLength(1);
  });

  it("are limited to forty, on two sheets", async () => {
    for (let at = 0; at < MAX_TOPICS; at++) {
      const body = `Number ${at}. ${"It was a long day and I was tired. ".repeat(60)}`;
      const { _id } = await createEntry(member, { forDate: "2026-11-10", content: { body } });
      expect((await press(_id, { intent: "talk" })).location).toContain("#talk-");
    }
    const { _id } = await createEntry(member, { content: { body: "One more." } });
    const refused = await press(_id, { intent: "talk" });
    expect(refused.location).toBe(`/journal/entries/${_id}`);
    expect(await texts()).toHaveLength(MAX_TOPICS);
    const { bytes } = await sheetOf("?paper=letter");
    expect(pagesOf(bytes) ?? 4).toBeLessThanOrEqual(4);
  });

  it("are exported with their texts, and imported once by another instance", async () => {
    const { _id } = await createEntry(member, { forDate: "2026-11-10", content: { body: "By the lake." } });
    await press(_id, { intent: "talk" });
    const file = await bytesOf(await exportJournal(member, "json"));
    const there = await someone();
    for (const _ of ["first", "again"]) {
      const uploaded = await uploadJournal(there.member, "mine.json", file);
      expect(uploaded.ok && (await runImport(there.member, uploaded.id, { withSettings: false }))).toBe(
        "done",
      );
    }
    expect((await see(there.session)).topics).toMatchObject([
      { from: "Free page", text: "By the lake.", to: null },
    ]);
  });
});
