/** @module-tag release */
import { beforeEach, expect, it } from "vitest";
import { UserModel, type UserRecord } from "#models/user.server";
import { createSignedIn } from "#tests/factories/user";
import { ownPlan } from "#tests/support/own-plan";
import { pagesOf, readPdf } from "#tests/support/read-pdf";
import { load, visit } from "#tests/support/request";
import { memberFrom } from "~/domain/member/current-member.server";
import { PROMPT_SET_KEYS } from "~/domain/member/prayer-settings";
import { DEFAULT_LOOK } from "~/domain/member/preferences";
import { acquirePrintSlot } from "~/domain/print/print-in-worker.server";
import { changeGuidance } from "~/domain/ways/assigned-passages.server";
import { BUILT_IN_WAYS } from "~/domain/ways/available-ways.server";
import { setClock } from "~/platform/clock";
import { loader as week } from "~/routes/member/journal/week-on-paper";
import { loader as booklet } from "~/routes/member/ways/booklet";

const NOW = new Date("2026-11-20T08:00:00Z");
let session: string;
let user: UserRecord;
beforeEach(async () => {
  setClock(() => NOW);
  ({ user, secret: session } = await createSignedIn({ timezone: "UTC" }));
});

async function responseBytes(response: unknown) {
  const file = response as Response;
  expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  return Buffer.from(await file.arrayBuffer());
}
const printedWeek = async (paper: string) =>
  responseBytes(await week(await visit(`/journal/week-on-paper?paper=${paper}`, { session })));
const printedBooklet = async (way: string, query = "") =>
  responseBytes(await booklet(await visit(`/ways/${way}/booklet${query}`, { session, params: { way } })));

/** Two days a page. */
const PAGES_OF_A_WEEK = 4;

it.each(PROMPT_SET_KEYS)("prints the next seven days of %s with passages and room to write", async (set) => {
  const plan = { ...ownPlan("tier2", NOW), promptSetPreference: set };
  await UserModel.updateOne({ _id: user._id }, { $set: plan });
  for (const [paper, size] of [
    ["a4", "595.276 x 841.89"],
    ["letter", "612 x 792"],
  ] as const) {
    const bytes = await printedWeek(paper);
    const info = readPdf("pdfinfo", bytes);
    if (info === undefined) return;
    expect(info).toContain(`Page size:       ${size}`);
    expect(pagesOf(bytes)).toBe(PAGES_OF_A_WEEK);
    const lines = readPdf("pdftotext", bytes) ?? "";
    if (set === "daily_habit") expect(lines).toMatch(/\nI thank God for…\nToday I want to be present to…\n/);
    const text = lines.replace(/\s+/g, " ");
    expect(text).toContain("My week on paper");
    expect(text).toContain("20 to 26 November 2026");
    const days = text.match(/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d+ November/g);
    expect(days).toHaveLength(7);
    expect(text.match(/Morning ·/g)).toHaveLength(7);
  }
});

it("prints the week in large type, a day a page, in the member's typeface", async () => {
  const look = { ...DEFAULT_LOOK, letters: "hyperlegible" };
  await UserModel.updateOne({ _id: user._id }, { $set: { look } });
  const large = await printedWeek("a4&size=large");
  const pages = pagesOf(large);
  if (pages === undefined) return;
  expect(pages).toBe(7);
  expect(readPdf("pdffonts", large)).toContain("AtkinsonHyperlegible");
  // An unknown size is the default.
  expect(pagesOf(await printedWeek("a4&size=huge"))).toBe(PAGES_OF_A_WEEK);
  const text = (readPdf("pdftotext", large) ?? "").replace(/\s+/g, " ");
  expect(text.match(/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d+ November/g)).toHaveLength(7);
});

it("prints a way in large type on more pages", async () => {
  const [plain, large] = [await printedBooklet("grief"), await printedBooklet("grief", "?size=large")];
  const [fewer, more] = [pagesOf(plain), pagesOf(large)];
  if (fewer === undefined || more === undefined) return;
  expect(more).toBeGreaterThan(fewer);
});

it("prints the next days of a way without dates in the week", async () => {
  const walk = { way: "grief", name: "Seven days for grief", since: "2026-11-20" };
  await changeGuidance(memberFrom(user), ({ walks }) => ({ walks: { ...walks, morning: walk } }));
  const text = readPdf("pdftotext", await printedWeek("a4"));
  if (text === undefined) return;
  const flat = text.replace(/\s+/g, " ");
  const places = (BUILT_IN_WAYS.grief?.days ?? []).map(({ title }) => flat.indexOf(title));
  expect(places.every((at) => at > 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});

it(
  "prints a way as a booklet with passages, and imposed for both paper sizes",
  { tags: ["release"] },
  async () => {
    const plain = await printedBooklet("grief", "?paper=a5");
    const folded = await printedBooklet("grief", "?paper=a4&fold=1");
    const letter = await printedBooklet("grief", "?paper=letter&fold=1");
    const pages = pagesOf(plain);
    if (pages === undefined) return;
    expect(pagesOf(folded)).toBe(Math.ceil(pages / 4) * 2);
    expect(readPdf("pdfinfo", folded)).toContain("841.89 x 595.276");
    expect(readPdf("pdfinfo", letter)).toContain("792 x 612");
    const text = (readPdf("pdftotext", plain) ?? "").replace(/\s+/g, " ");
    expect(text).toContain("Day 7");
    for (const { title, questions } of BUILT_IN_WAYS.grief?.days ?? [])
      for (const words of [title, questions[0] ?? ""])
        expect(text.replaceAll("- ", "")).toContain(words.replaceAll("- ", ""));
    expect(text).toContain("World English Bible");
    expect((await load(booklet, "/", { session, params: { way: "no-such" } })).status).toBe(404);
  },
);

it("rejects a print job when two are running", async () => {
  const leave = await Promise.all([acquirePrintSlot(), acquirePrintSlot()]);
  try {
    const busy = (await week(await visit("/journal/week-on-paper", { session }))) as Response;
    expect([busy.status, busy.headers.get("Location")]).toEqual([302, "/journal/book"]);
  } finally {
    for (const free of leave) await free?.();
  }
});
