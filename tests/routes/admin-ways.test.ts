import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  createSession,
  readMember,
  see,
  send,
  signIn,
  type Fields,
  type Page,
} from "#tests/support/member-session";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { findWay, refusedWays, scanWaysFolder } from "~/domain/ways/available-ways.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import * as userAction from "~/routes/admin/user-action";
import * as onePage from "~/routes/admin/way";
import * as listPage from "~/routes/admin/ways/route";

const folder = path.join(env.DATA_DIR, "ways");
const put = (name: string, text: string | Buffer) => writeFileSync(path.join(folder, name), text);
const DAY = "  - title: Dust\n    passage: Genesis 3:17-19\n    questions: [What is dust?]\n";
const way = (name: string, begins = "ash-wednesday") => `name: ${name}\nbegins: ${begins}\ndays:\n${DAY}`;

const write = (fields: Fields) => send(listPage, "/admin/ways", { intent: "save", ...fields });
const seeList = () => see(listPage, "/admin/ways");

beforeEach(async () => {
  setClock(() => new Date("2026-11-23T07:00:00Z"));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await scanWaysFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("ways of the instance", () => {
  it("appear, change and disappear with their files", async () => {
    for (const name of ["Lent with Mark", "Lent with Luke, changed"]) {
      put("parish.yaml", way(name));
      await scanWaysFolder();
      expect(findWay("parish")?.name).toBe(name);
    }
    rmSync(path.join(folder, "parish.yaml"));
    await scanWaysFolder();
    expect(findWay("parish")).toBeUndefined();
  });

  it("are offered if their files are valid, and reported by name and line otherwise", async () => {
    put("good.yaml", way("Good"));
    put("again.yaml", way("good"));
    put("lent.yaml", way("Ours"));
    put("Lent 2.yaml", way("Capital"));
    put("sheet.xlsx", "PK");
    put("huge.yaml", Buffer.alloc(5_000_000, "a: b\n"));
    put("passage.yaml", way("Passage").replace("3:17-19", "99:1"));
    symlinkSync(path.join(env.DATA_DIR, "nothing"), path.join(folder, "link.yaml"));
    mkdirSync(path.join(folder, "folder.yaml"));
    await scanWaysFolder();
    const faults = Object.fromEntries(
      refusedWays().map(({ name, faults: words }) => [name, words.join(" ")]),
    );
    expect(faults).toEqual({
      "Lent 2.yaml": expect.stringContaining("small letters") as string,
      "folder.yaml": expect.stringContaining("cannot be read") as string,
      "good.yaml": expect.stringContaining("another way called “Good”") as string,
      "huge.yaml": expect.stringContaining("larger than a way") as string,
      "lent.yaml": expect.stringContaining("A built-in way") as string,
      "link.yaml": expect.stringContaining("cannot be read") as string,
      "passage.yaml": expect.stringContaining("Line 5: no translation here has") as string,
      "sheet.xlsx": expect.stringContaining("small letters") as string,
    });
    expect(findWay("again")?.name).toBe("good");
    expect(findWay("lent")?.name).not.toBe("Ours");
  });

  it("are saved by a form that shows errors beside the field and keeps the input", async () => {
    await signIn({ isWriter: true, username: "anna" });
    const faulty = way("Mine").replace("Genesis", "Hezekiah");
    const refused = await write({ name: "mine", text: faulty });
    expect([refused.status, (refused.data as Page).lastResult]).toMatchObject([
      400,
      { initialValue: { name: "mine", text: faulty }, error: { text: [expect.stringContaining("Line 5")] } },
    ]);
    expect(readdirSync(folder)).toEqual([]);
    for (const name of ["../mine", "Mine", "mine.yaml", ""])
      expect((await write({ name, text: way("Mine") })).status, name).toBe(400);
    expect((await write({ name: "lent", text: way("Mine") })).status).toBe(409);
    const saved = await write({ name: "mine", text: way("Mine").replaceAll("\n", "\r\n") });
    expect(saved).toMatchObject({ status: 302, location: "/admin/ways/mine" });
    expect(readFileSync(path.join(folder, "mine.yaml"), "utf8")).toBe(way("Mine"));
    expect((await write({ name: "mine", text: way("Other") })).status).toBe(409);

    const { seen } = (await see(onePage, "/admin/ways/mine", { way: "mine" })).page;
    expect((await write({ name: "mine", text: way("Mine, better"), seen })).status).toBe(302);
    // A second window still has the previous text.
    expect((await write({ name: "mine", text: way("Mine, worse"), seen })).status).toBe(409);
    expect(findWay("mine")?.name).toBe("Mine, better");
    const { ways } = (await see(listPage, "/admin/ways?date=2027-02-10")).page;
    expect(ways.filter(({ day }: Page) => day).map(({ id, day }: Page) => [id, day.title])).toEqual([
      ["mine", "Dust"],
      ["lent", expect.any(String)],
    ]);
    expect((await write({ intent: "remove", name: "mine" })).status).toBe(302);
    expect(findWay("mine")).toBeUndefined();
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.mine-\d{14}\.yaml$/)]);
    expect((await write({ intent: "remove", name: "mine" })).status).toBe(404);
  });
});

describe("a writer of ways", () => {
  it("can open only the ways of the administration until the role is removed", async () => {
    const admin = await createSession({ isAdmin: true });
    const { session, user } = await signIn({ username: "writes" });
    const press = (action: string) => {
      const params = { userId: String(user._id), action };
      const at = `/admin/users/${user._id}/${action}`;
      return send(userAction, at, { intent: "confirm" }, params, admin);
    };
    expect(await seeList()).toMatchObject({ location: "/dashboard" });
    expect((await press("make-writer")).status).toBe(302);
    expect(await readMember()).toMatchObject({ isWriter: true, isAdmin: false });
    const { serve } = await wholeApplication();
    const page = await serve((await visit("/admin/ways", { session })).request);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('href="/admin/users');
    for (const at of ["/admin", "/admin/users", "/admin/house", "/admin/system-health", "/admin/nothing"]) {
      const other = await visit(at, { session });
      expect((await serve(other.request)).headers.get("Location"), at).toBe("/dashboard");
    }
    expect((await press("remove-writer")).status).toBe(302);
    expect(await seeList()).toMatchObject({ location: "/dashboard" });
    expect((await write({ name: "mine", text: way("Mine") })).location).toBe("/dashboard");
  });
});
