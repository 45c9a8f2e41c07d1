import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createSignedIn } from "#tests/factories/user";
import { costOf } from "#tests/support/main-thread";
import { post, visit } from "#tests/support/request";
import { uploadJournal } from "#tests/support/upload-journal";
import { wholeApplication } from "#tests/support/whole-application";
import { LIMITS } from "~/domain/journal/entries/content";
import { ANSWER_KEYS } from "~/domain/journal/prompt-sets/flow-shape";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { runImport } from "~/domain/portability/run-import.server";
import { setClock } from "~/platform/clock";

/** The largest document that any page may be. */
const MAX_PAGE_BYTES = 1_000_000;
/** The longest task of the event loop that a page may cause. */
const MAX_TASK_MS = 200;

const TODAY = "2026-10-10";
const at = `${TODAY}T10:00:00Z`;
const of = (sign: string, length: number) => sign.repeat(length);

/** The longest texts that an import takes, all of one sign. */
const contentOf = (sign: string) => ({
  title: of(sign, 1_000),
  body: of(sign, 99_000),
  answers: ANSWER_KEYS.map((key) => ({ key, question: of(sign, 2_000), text: of(sign, 99_000) })),
  tags: Array.from({ length: LIMITS.tags }, (_, tag) => `${tag} ${of(sign, 36)}`),
  mood: of(sign, LIMITS.mood),
});

/** A file with the largest of everything that a member's pages show. */
function journalOf(sign: string) {
  const content = contentOf(sign);
  const quotations = Array.from({ length: 100 }, () => ({ entryId: "free-1", text: of(sign, 2_000) }));
  const entry = (id: string, kind: string, rest: object = {}) => ({
    ...{ id, kind, slot: "none", forDate: TODAY, createdAt: at, updatedAt: at, ...content, ...rest },
  });
  const small = { body: of(sign, 300), answers: [] };
  const draft = (slot: string, kind: string) => ({
    ...{ slot, kind, forDate: TODAY, createdAt: at, updatedAt: at, ...content },
    promptSet: slot === "none" ? "" : "lectio_examen",
  });
  return {
    schema: "still-and-know/journal",
    version: 1,
    entries: [
      entry("free-1", "free", { version: 2, versions: [{ version: 1, savedAt: at, ...content }] }),
      entry("lectio-1", "lectio", { slot: "morning" }),
      ...Array.from({ length: 60 }, (_, n) => entry(`small-${n}`, "free", { ...small, favourite: true })),
      ...Array.from({ length: 30 }, (_, n) => entry(`gone-${n}`, "free", { ...small, deletedAt: at })),
      ...Array.from({ length: 20 }, (_, n) =>
        entry(`year-${n}`, "free", { ...small, forDate: "2025-10-10" }),
      ),
    ],
    drafts: [draft("morning", "lectio"), draft("evening", "examen"), draft("none", "free")],
    intentions: Array.from({ length: 300 }, (_, n) => ({
      ...{ id: `held-${n}`, name: of(sign, 120), line: of(sign, 500), rhythm: { kind: "daily" } },
      ...{ state: n < 200 ? "carried" : "past", since: TODAY, laidOn: n < 200 ? null : TODAY },
      ...{ came: of(sign, 500), createdAt: at, updatedAt: at },
    })),
    coachThreads: Array.from({ length: 3 }, (_, n) => ({
      ...{ id: `thread-${n}`, coachKey: "rhythm", createdAt: at, updatedAt: at },
      messages: Array.from({ length: 80 }, (_each, seq) => ({
        ...{ seq, role: seq % 2 ? "coach" : "person", at, kind: "talk", engine: "", note: "" },
        text: of(sign, 8_000),
      })),
    })),
    insights: ["2026-09-28", "2026-10-05"].map((weekStart) => ({
      ...{
        weekStart,
        engine: "rules",
        madeAt: at,
        entryIds: ["free-1"],
        mornings: 1,
        evenings: 1,
        others: 1,
      },
      ...{ passages: ["John 15:1-8"], kept: quotations, gifts: [], consolation: quotations },
      threads: [{ name: of(sign, 200), note: of(sign, 1_000), quotations }],
      ...{ desolation: quotations, question: of(sign, 1_000), passage: "", prayer: of(sign, 4_000) },
    })),
    conversation: Array.from({ length: 40 }, () => ({
      ...{ date: TODAY, from: of(sign, 300), text: of(sign, 500) },
    })),
  };
}

const PAGES = [
  "/dashboard",
  "/journal/free",
  "/journal/share?title=a&text=b",
  "/journal/morning?all=1",
  "/journal/morning?step=oratio",
  "/journal/evening?all=1",
  "/journal/evening?step=gifts",
  "/journal/entries/FREE",
  "/journal/entries/FREE?page=99",
  "/journal/entries/LECTIO",
  "/journal/entries/FREE/edit",
  "/journal/entries/FREE/edit?part=2",
  "/journal/entries/LECTIO/edit",
  "/journal/entries/LECTIO/edit?part=99",
  "/journal/entries/FREE/versions",
  "/journal/entries/FREE/versions?version=1",
  "/journal/history",
  "/journal/history?q=a",
  `/journal/history/month?month=${TODAY.slice(0, 7)}`,
  "/journal/history/trash",
  "/journal/tags",
  "/journal/prayers",
  "/journal/prayers/past",
  "/journal/prayers/pray/1",
  "/journal/conversation",
  "/coaches",
  "/coaches/rhythm",
  "/coaches/threads/THREAD",
  "/insights",
  "/insights/2026-10-05",
  "/insights/2026-09-28",
] as const;

describe.each(["<", '"', "&"])("the pages of a journal full of %s", async (sign) => {
  const { serve } = await wholeApplication();
  let session = "";
  let member: Member;
  const ids: Record<string, string> = {};

  const filled = (path: string) => path.replace(/[A-Z]{4,}/g, (name) => ids[name] ?? name);

  it("stay below a megabyte, and hold the thread for no longer than a moment", async () => {
    setClock(() => new Date(at));
    const { user, secret } = await createSignedIn({
      subscriptionTier: "tier2",
      promptSetPreference: "lectio_examen",
      timezone: "UTC",
    });
    session = secret;
    member = memberFrom(user);
    const file = Buffer.from(JSON.stringify(journalOf(sign)));
    const taken = await uploadJournal(member, "a.json", file);
    if (!taken.ok) throw new Error(taken.code);
    while ((await runImport(member, taken.id)) === "more");
    const records = await JournalEntryModel.find(
      { userId: member.id },
      { kind: 1, status: 1, version: 1 },
    ).lean();
    ids.FREE = records.find(({ version }) => version === 2)?._id ?? "";
    ids.LECTIO = records.find(({ kind, status }) => kind === "lectio" && status === "final")?._id ?? "";
    ids.THREAD = "thread-0";
    const sizes: Record<string, string> = {};
    for (const page of PAGES) {
      const { request } = await visit(filled(page), { session });
      const { result, longestTurnMs } = await costOf(async () => {
        const response = await serve(request);
        return { status: response.status, bytes: (await response.text()).length };
      });
      sizes[page] = `${result.status} ${result.bytes} ${Math.round(longestTurnMs)}`;
    }
    console.info(sizes);
  });
});
