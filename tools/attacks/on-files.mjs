import { hiddenIn } from "../visitor.mjs";
import { zipOf } from "./zip.mjs";

/** Files that are brought as a journal, and entries that are costly to show. */

const MOMENT = "2026-10-10T10:00:00Z";
const file = (beside) =>
  JSON.stringify({ schema: "still-and-know/journal", version: 1, entries: [], ...beside });
const list = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const thread = (at, of) => ({
  ...{ id: `t-${of}-${at}`, coach: "rhythm", state: "open", createdAt: MOMENT, updatedAt: MOMENT },
  messages: [{ seq: 1, from: "person", text: "x", at: MOMENT, createdAt: MOMENT }],
});
const intention = (at, of) => ({ id: `i-${of}-${at}`, name: "x", rhythm: "daily", createdAt: MOMENT });
const swap = (at) => ({
  ...{ date: "2026-11-20", slot: "morning", set: "lectio", key: `k${at}`, text: "x".repeat(4_000) },
  ...{ count: 1, expiresAt: "+275000-01-01T00:00:00.000Z" },
});
const draft = (at) => ({
  ...{ kind: "free", slot: "none", forDate: "2026-10-10", body: `${at} ${"x".repeat(90_000)}` },
  ...{ createdAt: MOMENT, updatedAt: MOMENT },
});
/** What one import may bring beside its entries (docs/export-format.md), and the text that it may hold. */
const MOST_BESIDE = 45_000;
const MOST_KEPT_MB = 48;
const IN_A_YEAR = new Date(Date.now() + 366 * 86_400_000).toISOString();
const several = (count, make) => zipOf(list(count, (at) => [`journal-${at}.json`, make(at)]));

const BOMBS = [
  ["conversations", () => several(5, (of) => file({ coachThreads: list(20_000, (at) => thread(at, of)) }))],
  ["intentions", () => several(20, (of) => file({ intentions: list(15_000, (at) => intention(at, of)) }))],
  [
    "swapped questions that never expire",
    () => zipOf([["a.json", file({ promptSwaps: list(2_000, swap) })]]),
  ],
  ["drafts", () => several(3, (of) => file({ drafts: list(100, (at) => draft(of * 100 + at)) }))],
  ["brackets", () => "[".repeat(100_000)],
  ["keys", () => several(8, () => `{${list(25_000, (at) => `"k${at}":1`).join(",")}}`)],
  ["numbers", () => zipOf([["a.json", `[${"1,".repeat(5_000_000)}1]`]])],
  ["small files", () => several(2_000, () => `{${list(1_400, (at) => `"k${at}":1`).join(",")}}`)],
].map(([what, make]) => ({
  name: `a file of ${String(what)}`,
  limit: `looked at and brought, or refused in words, within 30 s; at most ${MOST_BESIDE} records and ${MOST_KEPT_MB} MB of it stay, nothing for ever`,
  async run(house) {
    const person = await house.person();
    const bytes = make();
    const begun = performance.now();
    const said = await bring(person, bytes);
    const seconds = (performance.now() - begun) / 1000;
    const size = `${(bytes.length / 1024).toFixed(0)} kB`;
    const { records, MB, last } = await kept(person);
    return {
      came: `${size}: ${said} after ${seconds.toFixed(1)} s; ${records} records of ${MB.toFixed(1)} MB stay`,
      holds: seconds < 30 && records <= MOST_BESIDE && MB <= MOST_KEPT_MB && last < IN_A_YEAR,
    };
  },
}));

/** What a page says beside the field for a file. */
const refusalIn = (html) =>
  [...html.matchAll(/id="[^"]*file[^"]*error[^"]*"[^>]*>([\s\S]*?)<\/(?:p|div|ul)>/gi)]
    .map(([, words]) => words.replace(/<[^>]*>/g, "").trim())
    .join(" ")
    .slice(0, 100);

/** Brings a file through the page, to its end or for half a minute. @returns the last answer in words */
async function bring(person, bytes) {
  const hidden = hiddenIn((await person.go("/settings/data")).text, 'value="import"');
  if (!hidden) throw new Error("There is no form to bring a journal with.");
  const body = new FormData();
  for (const [name, value] of hidden) body.append(name, value);
  body.append("intent", "import");
  body.append("file", new Blob([bytes]), typeof bytes === "string" ? "journal.json" : "journal.zip");
  const taken = await person.post("/settings/data", body);
  if (!taken.location?.startsWith("/settings/data/import/"))
    return `${taken.status} to the file: “${refusalIn(taken.text)}”`;
  const until = Date.now() + 30_000;
  for (let steps = 0; ; steps++) {
    const page = await person.go(taken.location);
    const mark = ['value="confirm"', 'value="continue"'].find((button) => page.text.includes(button));
    if (!mark || Date.now() > until) return `${page.status} after ${steps} steps`;
    const intent = mark.slice(7, -1);
    await person.post(
      taken.location,
      new URLSearchParams([...(hiddenIn(page.text, mark) ?? []), ["intent", intent]]),
    );
  }
}

/** What a journal holds, by its own export; `last` is when the last of its records ends that end at all. */
async function kept(person) {
  const hidden = hiddenIn((await person.go("/settings/data")).text, 'value="export"');
  if (!hidden) throw new Error("There is no form to take a journal with.");
  const asked = [...hidden, ["intent", "export"], ["format", "json"], ["currentPassword", person.password]];
  const { location } = await person.post("/settings/data", new URLSearchParams(asked));
  const { bytes } = await person.go(location);
  const all = JSON.parse(bytes.toString());
  const lists = ["entries", "drafts", "insights", "coachThreads", "ownPrompts", "intentions", "promptSwaps"];
  return {
    records: lists.reduce((sum, name) => sum + all[name].length, 0),
    MB: bytes.length / 1024 ** 2,
    last: all.promptSwaps.reduce((latest, { expiresAt }) => (expiresAt > latest ? expiresAt : latest), ""),
  };
}

const LONGEST = 100_000;
const filled = (piece) => piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST);
/** Questions that every house knows. */
const KEYS = [
  ...["ownFirst", "ownSecond", "ownThird", "ownFourth", "ownFifth", "ownSixth"],
  ...["wayFirst", "waySecond", "wayThird", "thanks", "presence", "question", "grace", "heavy", "ask"],
  ...["answer", "wordKept", "meditatio"],
];

const HEAVY = [
  ["headings", "#\n"],
  ["quotation marks of email", "> - "],
  ["quotation marks", '"'],
  ["ampersands", "&"],
].map(([what, piece]) => ({
  name: `one’s own entry of 1.9 MB of ${what}`,
  limit: "its page, its month and the search within 2 s each, no page over 1 MB",
  async run(house) {
    const person = await house.person();
    const text = filled(piece);
    const answers = KEYS.map((key) => ({ key, question: "What was it?", text }));
    const entry = { id: "heavy", kind: "free", slot: "none", forDate: "2026-10-10", body: text, answers };
    await bring(person, file({ entries: [{ ...entry, createdAt: MOMENT, updatedAt: MOMENT }] }));
    const history = await person.go("/journal/history");
    const place = /\/journal\/entries\/[\w-]+/.exec(history.text)?.[0];
    if (!place) throw new Error("The entry did not come.");
    const seen = [];
    for (const page of [place, "/journal/history/month?month=2026-10", "/journal/history?q=a"]) {
      const begun = performance.now();
      const { bytes } = await person.go(page);
      seen.push({ ms: performance.now() - begun, kB: bytes.length / 1024 });
    }
    return {
      came: seen.map(({ ms, kB }) => `${ms.toFixed(0)} ms ${kB.toFixed(0)} kB`).join(", "),
      holds: seen.every(({ ms, kB }) => ms < 2_000 && kB < 1_024),
    };
  },
}));

export const ON_FILES = [...BOMBS, ...HEAVY];
