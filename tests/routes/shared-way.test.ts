import { afterEach, beforeEach, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import { setStoredSettings } from "~/domain/operations/instance-settings.server";
import { BUILT_IN_WAYS } from "~/domain/ways/available-ways.state";
import { setClock } from "~/platform/clock";
import * as housePage from "~/routes/admin/instance";
import * as dashboardPage from "~/routes/member/dashboard/route";
import * as waysPage from "~/routes/member/ways/ways";
import * as frontPage from "~/routes/public/home";
import * as todayPage from "~/routes/public/today";
import { loader as feed } from "~/routes/resources/today-feed";

// oxlint-disable-next-line typescript/no-explicit-any -- each page has its own shape
type Page = any;
const LENT = BUILT_IN_WAYS.lent;
const [, , third] = LENT?.days ?? [];

let administrator: string;
let member: string;

beforeEach(async () => {
  // The third day of Lent.
  setClock(() => new Date("2027-02-12T08:00:00Z"));
  administrator = (await createSignedIn({ isAdmin: true })).secret;
  member = (await createSignedIn({ timezone: "UTC", "prayer.length": 10 } as object)).secret;
});
afterEach(() => {
  setClock();
  setStoredSettings({});
});

const choose = async (fields: Record<string, string>) =>
  answer(async () =>
    housePage.action(await post("/admin/house", { intent: "save", ...fields }, { session: administrator })),
  );
const front = async (): Promise<Page> =>
  (await answer(async () => frontPage.loader(await visit("/home")))).data;
const dashboard = async (): Promise<Page> =>
  (await answer(async () => dashboardPage.loader(await visit("/dashboard", { session: member })))).data;

it("shows the shared way on the landing page and on dashboards of members who do not walk it", async () => {
  expect([(await front()).shared, (await dashboard()).shared]).toEqual([null, null]);
  expect(await choose({ sharedWay: "lent", wayOnToday: "off" })).toMatchObject({ status: 302 });
  const shown = { id: "lent", name: LENT?.name, when: expect.stringContaining("until") as string };
  expect([(await front()).shared, (await dashboard()).shared]).toMatchObject([shown, shown]);
  // The dashboard of a member who walks the way shows it as their own, not as the shared one.
  await answer(async () =>
    waysPage.action(
      await post("/ways", { intent: "begin", way: "lent", slot: "morning" }, { session: member }),
    ),
  );
  expect(await dashboard()).toMatchObject({ shared: null, way: { id: "lent", title: third?.title } });
});

it("shows its day on the public page if the settings allow it, and only on its dates", async () => {
  await choose({ sharedWay: "lent", wayOnToday: "off" });
  const disabled = todayPage.loader();
  expect(disabled.shared).toBeNull();
  await choose({ sharedWay: "lent", wayOnToday: "on" });
  const lent = todayPage.loader();
  expect(lent).toMatchObject({
    shared: { way: LENT?.name, title: third?.title },
    passage: { reference: third?.passage.replace("-", "–") },
  });
  expect(lent.questions[0]).toBe(third?.questions[0]);
  expect(lent.questions).toHaveLength(2);
  const text = await feed().text();
  expect(text).toContain(third?.title);
  setClock(() => new Date("2027-02-14T08:00:00Z"));
  expect(todayPage.loader().shared).toBeNull();
});

it("omits a shared way whose file is missing, and rejects the choice of a missing one", async () => {
  setStoredSettings({ sharedWay: "gone", wayOnToday: "on" });
  expect([(await front()).shared, todayPage.loader().shared]).toEqual([null, null]);
  const refused: Page = await choose({ sharedWay: "nowhere" });
  expect(refused.status).toBe(400);
  expect(refused.data.lastResult.error.sharedWay).toHaveLength(1);
});
