import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createSignedIn } from "#tests/factories/user";
import { load, submit, visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { memberFrom } from "~/domain/member/current-member.server";
import { findWay } from "~/domain/ways/available-ways.state";
import { refusedWays, scanWaysFolder } from "~/domain/ways/ways-folder.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import * as userAction from "~/routes/admin/user-action";
import * as onePage from "~/routes/admin/way";
import * as listPage from "~/routes/admin/ways/route";

const folder = path.join(env.DATA_DIR, "ways");
const put = (name: string, text: string | Buffer) => writeFileSync(path.join(folder, name), text);
const DAY = "  - title: Dust\n    passage: Genesis 3:17-19\n    questions: [What is dust?]\n";
const way = (name: string, begins = "ash-wednesday") => `name: ${name}\nbegins: ${begins}\ndays:\n${DAY}`;

// oxlint-disable-next-line typescript/no-explicit-any -- each page has its own shape
type Page = any;
async function see(
  loader: Parameters<typeof load>[0],
  at: string,
  session: string,
  params = {},
): Promise<Page> {
  const page = await load(loader, at, { session, params });
  return page.status === 200 ? page.data : page;
}
const write = (session: string, fields: Record<string, string>) =>
  submit(listPage.action, "/admin/ways", { intent: "save", ...fields }, { session });
const writer = () => createSignedIn({ isWriter: true, username: "anna" });

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

  it("report invalid files by name and line, and offer the others", async () => {
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
    const { secret } = await writer();
    const faulty = way("Mine").replace("Genesis", "Hezekiah");
    const refused = await write(secret, { name: "mine", text: faulty });
    expect([refused.status, (refused.data as Page).lastResult]).toMatchObject([
      400,
      { initialValue: { name: "mine", text: faulty }, error: { text: [expect.stringContaining("Line 5")] } },
    ]);
    expect(readdirSync(folder)).toEqual([]);
    for (const name of ["../mine", "Mine", "mine.yaml", ""])
      expect((await write(secret, { name, text: way("Mine") })).status, name).toBe(400);
    expect((await write(secret, { name: "lent", text: way("Mine") })).status).toBe(409);
    const saved = await write(secret, { name: "mine", text: way("Mine").replaceAll("\n", "\r\n") });
    expect(saved).toMatchObject({ status: 302, location: "/admin/ways/mine" });
    expect(readFileSync(path.join(folder, "mine.yaml"), "utf8")).toBe(way("Mine"));
    expect((await write(secret, { name: "mine", text: way("Other") })).status).toBe(409);

    const { seen } = await see(onePage.loader, "/admin/ways/mine", secret, { way: "mine" });
    expect((await write(secret, { name: "mine", text: way("Mine, better"), seen })).status).toBe(302);
    // A second window still has the previous text.
    expect((await write(secret, { name: "mine", text: way("Mine, worse"), seen })).status).toBe(409);
    expect(findWay("mine")?.name).toBe("Mine, better");
    const { ways } = await see(listPage.loader, "/admin/ways?date=2027-02-10", secret);
    expect(ways.filter(({ day }: Page) => day).map(({ id, day }: Page) => [id, day.title])).toEqual([
      ["mine", "Dust"],
      ["lent", expect.any(String)],
    ]);
    expect((await write(secret, { intent: "remove", name: "mine" })).status).toBe(302);
    expect(findWay("mine")).toBeUndefined();
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.mine-\d{14}\.yaml$/)]);
    expect((await write(secret, { intent: "remove", name: "mine" })).status).toBe(404);
  });
});

describe("a writer of ways", () => {
  it("is appointed by an administrator and sees only the ways in that area", async () => {
    const { secret: admin } = await createSignedIn({ isAdmin: true });
    const { secret, user } = await createSignedIn({ username: "writes" });
    const press = (action: string) => {
      const params = { userId: String(user._id), action };
      const at = `/admin/users/${user._id}/${action}`;
      return submit(userAction.action, at, { intent: "confirm" }, { session: admin, params });
    };
    expect(await see(listPage.loader, "/admin/ways", secret)).toMatchObject({ location: "/dashboard" });
    expect((await press("make-writer")).status).toBe(302);
    expect(memberFrom((await UserModel.findById(user._id).lean()) ?? expect.fail())).toMatchObject({
      isWriter: true,
      isAdmin: false,
    });
    const { serve } = await wholeApplication();
    const page = await serve((await visit("/admin/ways", { session: secret })).request);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('href="/admin/users');
    for (const at of ["/admin", "/admin/users", "/admin/house", "/admin/system-health", "/admin/nothing"]) {
      const other = await visit(at, { session: secret });
      expect((await serve(other.request)).headers.get("Location"), at).toBe("/dashboard");
    }
    expect((await press("remove-writer")).status).toBe(302);
    expect(await see(listPage.loader, "/admin/ways", secret)).toMatchObject({ location: "/dashboard" });
    expect((await write(secret, { name: "mine", text: way("Mine") })).location).toBe("/dashboard");
  });
});
