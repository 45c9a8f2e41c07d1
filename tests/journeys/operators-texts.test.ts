/** @module-tag release */
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { swordZip } from "#tests/factories/bible-module";
import { makeAdministrator, setPlan } from "#tests/support/browser-database";
import { enter, enterAdministration, expect, signInAs, test, type FormPage } from "./fixtures";

/** Content files of an operator: valid, partial, broken and oversized. */
const BIBLES = {
  "parish.zip": swordZip({
    verses: { John: { 15: { 4: "Bleibet in mir.", 5: "Ich bin der Weinstock." } } },
    conf: { Description: "Parish Bible", Lang: "de" },
  }),
  "broken.zip": "no zip",
  "mars.zip": swordZip({ verses: {}, versification: "Mars" }),
};
const EVERY_DAY = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10),
);
const PLANS = {
  "parish.csv": `name,St Mary’s\n${EVERY_DAY.map((day) => `${day},Ruth 1:16-17\n`).join("")}`,
  "odd.txt": "1 Psalm 1\n2 Gnesis 3\n",
  "latin.csv": Buffer.from("name,Lesungen f\xfcr uns\n1,Psalm 1\n", "latin1"),
};
/** Rejected files, with a part of their message. The oversized ones are sparse files. */
const HUGE = { "bibles/huge.zip": 80_000_001, "plans/huge.txt": 80_000_001 };
const REFUSED = [
  ["broken.zip", "not a whole zip"],
  ["huge.zip", "larger than a Bible"],
  ["mars.zip", "Mars"],
  ["huge.txt", "256 KB"],
  ["latin.csv", "UTF-8"],
  ["odd.txt", "Line 2: this is not a passage: Gnesis 3"],
] as const;

/** A second process, because folders are scanned at start. */
const dataDir = process.env.E2E_DATA_DIR ?? "";
const logFile = path.join(".prepare", `operators-texts-${process.pid}.log`);
const start = () => startServer({ logFile, settings: { DATA_DIR: dataDir, BCRYPT_COST: "10" } });
let server: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  for (const [folder, files] of Object.entries({ bibles: BIBLES, plans: PLANS })) {
    mkdirSync(path.join(dataDir, folder), { recursive: true });
    for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(dataDir, folder, name), bytes);
  }
  for (const [name, size] of Object.entries(HUGE)) {
    writeFileSync(path.join(dataDir, name), "");
    truncateSync(path.join(dataDir, name), size);
  }
  server = await start();
});
afterAll(async () => {
  await server.stop();
  for (const folder of ["bibles", "plans"]) rmSync(path.join(dataDir, folder), { recursive: true });
});

const main = (page: FormPage) => page.locator("main");
const linesOf = (event: string) =>
  readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line) as { name: string; reason: string });

test("serves valid content files, reports broken ones, and keeps used passages", async ({ newVisitor }) => {
  const administrator = await newVisitor(server.origin);
  const { email, password } = await signInAs(administrator);
  await makeAdministrator(email);
  await enterAdministration(administrator, { email, password });
  // The page lists all files late: they are read one by one, and files that the other process has read are reused.
  await vi.waitFor(
    async () => {
      await administrator.goto("/admin/system-health");
      for (const [name, words] of REFUSED)
        expect(main(administrator).getByRole("row", { name: new RegExp(`${name}[^]*${words}`) })).toHaveCount(
          1,
        );
      for (const name of ["Parish Bible", "St Mary’s"]) expect(main(administrator)).toContainText(name);
    },
    { timeout: 60_000, interval: 200 },
  );
  const refusals = [...linesOf("bible.refused"), ...linesOf("plan.refused")];
  expect(refusals.map(({ name }) => name).sort()).toEqual(REFUSED.map(([name]) => name).sort());

  const page = await newVisitor(server.origin);
  const person = await signInAs(page);
  await setPlan(person.email, "tier1", "random_prompts");
  for (const [address, status] of [
    ["/bible?translation=parish", 200],
    ["/bible/john/15?translation=parish", 200],
    ["/bible/psalms?translation=parish", 404],
    ["/bible?q=weinstock&translation=parish", 200],
    ["/bible/psalms/23?translation=broken", 200],
    ["/bible/psalms/23?translation=huge", 200],
    ["/dashboard", 200],
  ] as const) {
    await page.goto(address);
    expect(page.answer.status(), address).toBe(status);
  }
  await page.goto("/settings/prayer");
  await page.getByLabel("Morning passage").selectOption({ label: "St Mary’s" });
  await page.getByLabel("Translation").selectOption("parish");
  await page.getByRole("button", { name: "Save" }).click();
  expect(page.getByText("Saved").first()).toBeVisible();
  await page.goto("/journal/morning");
  // The added translation lacks Ruth, so the default translation takes its place.
  const shown = "where you go, I will go";
  expect(main(page)).toContainText(shown);
  expect(main(page)).toContainText("Parish Bible");
  await page.locator("[name=answer]").fill("With whom I go.");
  await page.locator("button[value=draft]").click();

  await server.stop();
  rmSync(path.join(dataDir, "plans", "parish.csv"));
  rmSync(path.join(dataDir, "bibles", "parish.zip"));
  server = await start();
  // Each start logs every problem once.
  await vi.waitFor(() => expect(linesOf("bible.refused")).toHaveLength(3), { timeout: 30_000, interval: 50 });
  const later = await newVisitor(server.origin);
  await enter(later, person);
  await later.goto("/settings/prayer");
  expect(main(later)).toContainText("“parish” is not here");
  await later.goto("/journal/morning");
  expect(main(later)).toContainText(shown);
  await later.locator("button[value=finish]").click();
  expect(later).toHaveURL(/\/journal\/entries\//);
  expect(main(later)).toContainText("With whom I go.");
  expect(main(later)).toContainText(shown);
  expect(main(later)).toContainText("Ruth 1:16–17");
});
