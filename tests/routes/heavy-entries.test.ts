/** @module-tag release */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { anEntry, createEntries } from "#tests/factories/journal-entry";
import { costOf } from "#tests/support/main-thread";
import { see, signIn, type Page } from "#tests/support/member-session";
import { uploadJournal } from "#tests/support/upload-journal";
import { EntryText } from "~/components/journal/entry-text";
import type { EntryContent } from "~/domain/journal/entries/content";
import { ANSWER_KEYS } from "~/domain/journal/prompt-sets/prompt-set";
import { exportJournal } from "~/domain/portability/export-journal.server";
import { MAX_STORED_TEXT } from "~/domain/portability/file-codecs";
import { runImport } from "~/domain/portability/run-import.server";
import * as entryPage from "~/routes/member/journal/entry";
import * as editPage from "~/routes/member/journal/entry-edit/route";
import * as monthPage from "~/routes/member/journal/history-month";
import * as historyPage from "~/routes/member/journal/history/route";

const filled = (piece: string, most = MAX_STORED_TEXT) =>
  piece.repeat(Math.ceil(most / piece.length)).slice(0, most);
const everywhere = (text: string): Partial<EntryContent> => ({
  body: text,
  answers: ANSWER_KEYS.map((key) => ({ key, question: "What was it?", text })),
});
const numbers = Array.from({ length: 40_000 }, (_, at) => at.toString(36)).join(" ");

/** Expensive texts that an import may contain and a page may store, nineteen of each. */
const HEAVY: [name: string, text: string][] = [
  ["headings without words", filled("#\n")],
  ["one long word", filled("a")],
  ["words without an end", filled("why not 1 ")],
  ["different words", numbers.slice(0, MAX_STORED_TEXT)],
  ["letters with accents", filled("é\u0301ß")],
  ["a list as long as a page takes", filled("- a\n", 20_000)],
  ["paragraphs and one word of weight", `*a*\n\n${filled("a\n\n", 19_000)}`],
  ["lists in quotations", filled("> - ")],
  ["quotation marks", filled('"')],
  ["ampersands", filled("&")],
  ["links", filled("[a](http://a) ", 6_000)],
];

/** The longest delay for other requests while an entry is rendered, with room for a busy machine. */
const MAX_DELAY_MS = 1_000;

describe.each(HEAVY)("an entry of %s", (_name, text) => {
  it("delays no other request", async () => {
    const { member } = await signIn();
    const records = Array.from({ length: 2 }, () =>
      anEntry(member, { words: [], content: everywhere(text), forDate: "2026-10-10" }),
    );
    await createEntries(records);
    const id = records[0]?._id ?? "";
    const turns: Record<string, number> = {};
    const costs = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
      const { result, longestTurnMs } = await costOf(run);
      turns[what] = Math.round(longestTurnMs);
      return result;
    };
    const open = async (path: string, route: Parameters<typeof see>[0]): Promise<Page> =>
      (await see(route, path, { entryId: id })).page;
    const page =
      (...opened: Parameters<typeof open>) =>
      () =>
        open(...opened);
    const { content } = await costs("entry", page(`/journal/entries/${id}`, entryPage));
    await costs("page", async () => renderToString(createElement(EntryText, { content })));
    await costs("edit", page(`/journal/entries/${id}/edit`, editPage));
    await costs("history", page("/journal/history", historyPage));
    await costs("search", page("/journal/history?q=zz9", historyPage));
    await costs("search found", page("/journal/history?q=a", historyPage));
    await costs("month", page("/journal/history/month?month=2026-10", monthPage));
    for (const format of ["json", "markdown", "html", "dayone", "csv"] as const)
      await costs(format, async () => {
        for await (const piece of (await exportJournal(member, format)).body) expect(piece).toBeDefined();
      });
    const at = "2026-09-09T10:00:00Z";
    const written = { kind: "free", slot: "none", forDate: "2026-09-09", createdAt: at, updatedAt: at };
    const entries = [{ id: `other-${member.id}`, ...written, ...everywhere(text) }];
    const file = Buffer.from(JSON.stringify({ schema: "still-and-know/journal", version: 1, entries }));
    const taken = await costs("upload", () => uploadJournal(member, "a.json", file));
    expect(taken.ok).toBe(true);
    if (taken.ok)
      await costs("import", async () => {
        while ((await runImport(member, taken.id)) === "more");
      });
    expect(Object.entries(turns).filter(([, ms]) => ms > MAX_DELAY_MS)).toEqual([]);
  });
});
