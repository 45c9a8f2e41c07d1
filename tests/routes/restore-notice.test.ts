import { expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { answer, load, post } from "#tests/support/request";
import { action } from "~/routes/member/dashboard/route";
import { loader as frame } from "~/routes/member/frame";

const to = new Date("2026-11-21T23:30:00Z");
const noteOf = async (session: string) => {
  return ((await load(frame, "/journal", { session })).data as { restored: object | null }).restored;
};

it("shows the restore notice with the local day on every page until dismissed", async () => {
  const overrides = { timezone: "Asia/Tokyo", restored: { to, isSealOff: true } };
  const [{ secret }, other] = [await createSignedIn(overrides), await createSignedIn(overrides)];
  expect(await noteOf(secret)).toEqual({ day: "22 November 2026", isSealOff: true });
  const args = await post("/dashboard", { intent: "restored" }, { session: secret });
  expect(await answer(() => action(args))).toMatchObject({ status: 302, location: "/dashboard" });
  expect(await noteOf(secret)).toBeNull();
  expect(await noteOf(other.secret)).not.toBeNull();
});
