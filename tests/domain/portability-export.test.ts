import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { connect, disconnect } from "#models/db/connection.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { AuditEventModel } from "#models/operations.server";
import { anEntry, aPage, createEntries, createEntry } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { bytesOf, filesOf } from "#tests/support/download";
import { addDays } from "~/domain/calendar/local-day";
import { saveDraft } from "~/domain/journal/entries/drafts.server";
import { editEntry, moveToTrash } from "~/domain/journal/entries/entries.server";
import type { HistoryFilters } from "~/domain/journal/history/query";
import { addOwnPrompt } from "~/domain/journal/prompts/own-prompts.server";
import type { Member } from "~/domain/member/member";
import { EXPORT_FORMATS, type ExportFormat } from "~/domain/portability/data-texts";
import {
  exportDownloads,
  exportJournal,
  isExportLimitReached,
} from "~/domain/portability/export-journal.server";
import { setClock } from "~/platform/clock";

const at = new Date("2026-11-21T10:00:00.000Z");
const textOf = async (member: Member, format: ExportFormat, filters?: HistoryFilters) =>
  (await bytesOf(await exportJournal(member, format, filters))).toString("utf8");
const fileOf = async (member: Member, filters?: HistoryFilters) =>
  JSON.parse(await textOf(member, "json", filters)) as { entries: { body: string }[] };

describe("an export", () => {
  it("contains everything of the member as JSON, but no credentials", async () => {
    setClock(() => at);
    const place = { firstName: "Ruth", timezone: "Europe/London" };
    const member = await createMember({ ...place, subscriptionTier: "tier2" });
    const other = await createMember();
    await createEntry(other, { content: { body: "of another person" } });
    const entry = await createEntry(member, {
      kind: "habit",
      slot: "morning",
      favourite: true,
      excludeFromInsights: true,
      passageRef: "John 15:4-5",
      promptSet: "daily_habit",
      promptIds: ["habit.1"],
      content: {
        title: "First",
        tags: ["rain"],
        mood: "calm",
        body: "",
        answers: [{ key: "thanks", question: "I thank God for…", text: "the rain", tone: "thanks" }],
      },
    });
    const answers = { thanks: "the rain and the sun" };
    await editEntry(
      member,
      entry._id,
      { title: "Second", body: "", tags: ["rain"], mood: "calm", answers },
      1,
    );
    const deleted = await createEntry(member, { content: { body: "thrown away" } });
    await moveToTrash(member, deleted._id);
    await addOwnPrompt(member, { text: "What did the day ask?", slot: "any" });
    await saveDraft(member, aPage({ body: "half a thought" }), {});

    const text = await textOf(member, "json");
    const file = JSON.parse(text) as Record<string, unknown>;
    expect(file).toMatchObject({
      schema: "still-and-know/journal",
      version: 1,
      exportedAt: at.toISOString(),
      profile: { username: member.username, firstName: "Ruth" },
      settings: { promptSetPreference: "daily_habit", timezone: "Europe/London", rhythm: { restDay: null } },
      ownPrompts: [{ text: "What did the day ask?", slot: "any", active: true }],
      drafts: [{ kind: "free", body: "half a thought" }],
      insights: [],
      planChanges: [],
      aiCalls: [],
      entries: [
        {
          id: entry._id,
          forDate: "2026-11-20",
          kind: "habit",
          slot: "morning",
          title: "Second",
          answers: [
            { key: "thanks", question: "I thank God for…", text: "the rain and the sun", tone: "thanks" },
          ],
          tags: ["rain"],
          mood: "calm",
          favourite: true,
          excludeFromInsights: true,
          passageRef: "John 15:4-5",
          promptSet: "daily_habit",
          promptIds: ["habit.1"],
          version: 2,
          versions: [{ version: 1, title: "First" }],
          deletedAt: null,
        },
        { id: deleted._id, body: "thrown away", deletedAt: at.toISOString() },
      ],
      complete: true,
    });
    expect(text).not.toContain("of another person");
    for (const secret of ["password", "securityStamp", "wrappedKey", "sealed", "marks", "twoStep", "tokens"])
      expect(text).not.toContain(secret);
  });

  it.each(EXPORT_FORMATS)("is a complete file for an empty journal as %s", async (format) => {
    const member = await createMember();
    const download = await exportJournal(member, format);
    expect(download.fileName).toMatch(/^still-and-know-\d{4}-\d\d-\d\d/);
    expect(download.type).not.toBe("");
    const bytes = await bytesOf(download);
    expect(bytes.length).toBeGreaterThan(20);
    if (format === "markdown") expect((await filesOf(bytes)).size).toBe(0);
    if (format === "dayone")
      expect(JSON.parse((await filesOf(bytes)).get("Journal.json") ?? "")).toEqual({
        metadata: { version: "1.0" },
        entries: [],
      });
  });

  it("has one file per entry in a folder per year as Markdown", async () => {
    const member = await createMember();
    await createEntry(member, { _id: "AAAAAAAAAAAAAAAAAAAAAA", forDate: "2025-12-31" });
    const evening = { kind: "examen", slot: "evening" } as const;
    await createEntry(member, { _id: "BBBBBBBBBBBBBBBBBBBBBA", forDate: "2026-01-01", ...evening });
    const files = await filesOf(await bytesOf(await exportJournal(member, "markdown")));
    expect([...files.keys()]).toEqual([
      "2025/2025-12-31 free page AAAAAAAAAAAAAAAAAAAAAA.md",
      "2026/2026-01-01 examen BBBBBBBBBBBBBBBBBBBBBA.md",
    ]);
    expect([...files.values()][0]).toMatch(
      /^---\ntitle: "Free page"\ndate: "2025-12-31"\n[\s\S]*\n---\n\nSome words\n\n$/,
    );
  });

  it("neither runs nor loads anything as HTML, whatever an entry contains", async () => {
    const member = await createMember({ firstName: "<b>Ruth</b>" });
    await createEntry(member, {
      content: {
        title: `</title><script>alert(1)</script>`,
        body: `<img src=x onerror=alert(1)>\n"quoted" & 'so'`,
        mood: "<i>",
        tags: ["<u>"],
        answers: [{ key: "thanks", question: "<svg onload=alert(1)>", text: "]]><!--" }],
      },
    });
    const html = await textOf(member, "html");
    expect(html).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;\n&quot;quoted&quot; &amp; 'so'");
    expect(html.match(/<(script|img|svg|b|i|u|link|iframe)\b/g)).toBeNull();
    expect(html.trimEnd().endsWith("</html>")).toBe(true);
    await createEntry(member, { content: { body: "# Rain\n\n- *one*\n- [two](javascript:alert(1))" } });
    expect(await textOf(member, "html")).toContain(
      "<h4>Rain</h4>\n<ul>\n<li><em>one</em></li>\n<li>[two](javascript:alert(1))</li>\n</ul>",
    );
  });

  it("contains metadata but no text or lengths as CSV, and is recorded in the audit log", async () => {
    const member = await createMember();
    await createEntry(member, {
      passageRef: '=HYPERLINK("x")',
      favourite: true,
      createdAt: at,
      content: { title: "Quiet heron", body: "by the water", tags: ["secret"], mood: "calm" },
    });
    expect(await textOf(member, "csv")).toBe(
      "date,slot,kind,favourite,passage,written_at,timezone\r\n" +
        `2026-11-20,none,free,yes,"'=HYPERLINK(""x"")",2026-11-21T10:00:00.000Z,UTC\r\n`,
    );
    expect(await AuditEventModel.findOne({ kind: "journal.exported" }).lean()).toMatchObject({
      ...{ actorId: member.id, subjectId: member.id, details: { format: "csv" } },
    });
  });

  it("contains only the entries of a history filter", async () => {
    const member = await createMember();
    await createEntry(member, { forDate: "2026-01-01", content: { body: "grey heron", tags: ["bird"] } });
    await createEntry(member, { forDate: "2026-01-02", content: { body: "grey sky", tags: ["sky"] } });
    await createEntry(member, { forDate: "2026-02-01", content: { body: "white heron", tags: ["bird"] } });
    const found = async (filters: HistoryFilters) => {
      const { entries } = await fileOf(member, filters);
      return entries.map(({ body }) => body);
    };
    expect(await found({ tag: "bird" })).toEqual(["grey heron", "white heron"]);
    expect(await found({ q: "grey" })).toEqual(["grey heron", "grey sky"]);
    expect(await found({ q: "heron", from: "2026-01-02" })).toEqual(["white heron"]);
    const text = await textOf(member, "json", { tag: "bird" });
    expect(text).toContain(`"filter": {"tag":"bird"}`);
    expect(text).not.toContain(`"profile"`);
  });

  it("contains every entry of a journal of many pages with shared days", { tags: ["release"] }, async () => {
    const member = await createMember();
    const records = Array.from({ length: 450 }, (_, n) =>
      anEntry(member, {
        forDate: addDays("2026-01-01", Math.floor(n / 150)),
        createdAt: new Date(at.getTime() + Math.floor(n / 60) * 1000),
        words: undefined,
        content: { body: `entry ${n}` },
      }),
    );
    await createEntries(records);
    const { entries } = await fileOf(member);
    expect(new Set(entries.map(({ body }) => body)).size).toBe(450);
    expect(entries).toHaveLength(450);
    const csv = await textOf(member, "csv");
    expect(csv.split("\r\n")).toHaveLength(452);
    expect((await filesOf(await bytesOf(await exportJournal(member, "markdown")))).size).toBe(450);
  });

  it("lists an unreadable entry instead of failing", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const member = await createMember();
    await createEntry(member, { content: { body: "whole" } });
    const broken = await createEntry(member, { forDate: "2026-11-01" });
    await JournalEntryModel.updateOne({ _id: broken._id }, { $set: { sealed: Buffer.from("broken") } });
    const file = await fileOf(member);
    expect(file).toMatchObject({ unreadable: [{ id: broken._id, forDate: "2026-11-01" }], complete: true });
    expect(file.entries).toHaveLength(1);
    expect(await textOf(member, "html")).toContain("could not be opened: 1 November 2026");
  });

  it.each(["json", "markdown", "html", "dayone"] as const)(
    "fails as %s when the database fails, and never ends as if complete",
    { tags: ["release"] },
    async (format) => {
      const member = await createMember();
      // Incompressible text, so that many chunks lie between the first and the last.
      const body = () => randomBytes(6_000).toString("base64");
      await createEntries(
        Array.from({ length: 500 }, () => anEntry(member, { words: undefined, content: { body: body() } })),
      );
      const pieces = (await exportJournal(member, format)).body[Symbol.asyncIterator]();
      await pieces.next();
      await disconnect();
      const rest = async () => {
        while (!(await pieces.next()).done);
      };
      try {
        await expect(rest()).rejects.toThrow();
      } finally {
        await connect();
      }
    },
  );

  it("runs at most twice at once per member, and frees its slot when aborted", async () => {
    const member = await createMember();
    await createEntry(member);
    const begin = async () => (await exportJournal(member, "html")).body[Symbol.asyncIterator]();
    const bodies = [await begin(), await begin()];
    expect(isExportLimitReached(member)).toBe(false);
    for (const body of bodies) await body.next();
    expect(isExportLimitReached(member)).toBe(true);
    await bodies[0]?.return?.();
    expect(isExportLimitReached(member)).toBe(false);
    await bodies[1]?.return?.();
  });
});

describe("an export ticket", () => {
  it("is valid once, for its member, for five minutes, and stores search terms encrypted", async () => {
    setClock(() => at);
    const member = await createMember();
    const other = await createMember();
    const wanted = { format: "json", filters: { q: "heron" } } as const;
    const ticket = await exportDownloads.issue(member, wanted);
    expect(await exportDownloads.take(other, ticket)).toBeNull();
    expect(await exportDownloads.take(member, ticket)).toEqual(wanted);
    expect(await exportDownloads.take(member, ticket)).toBeNull();
    const late = await exportDownloads.issue(member, wanted);
    setClock(() => new Date(at.getTime() + 5 * 60_000));
    expect(await exportDownloads.take(member, late)).toBeNull();
    expect(await exportDownloads.take(member, "nothing")).toBeNull();
  });
});
