import { describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createUser } from "#tests/factories/user";
import { destroyDueAccounts } from "~/domain/accounts/ending/destroy-accounts.server";
import { register } from "~/domain/accounts/registration/register.server";
import { allow } from "~/domain/attempts/attempts.server";
import { DAY } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";

let made = 0;
function ask({ network = "192.0.2.1", subnet = "192.0.2.0/24", email = "" } = {}) {
  const username = `person_${++made}`;
  const input = {
    username,
    email: email || `${username}@example.test`,
    password: "Stillness7",
    confirmPassword: "Stillness7",
    terms: true,
  };
  return register(input as unknown as Parameters<typeof register>[0], { network, subnet });
}
const used = async (what: string, times: number, ms: number, most = times) => {
  for (let at = 0; at < times; at++) await allow(what, most, ms);
};

describe("new accounts", () => {
  it("are ten an hour for a network", async () => {
    for (let at = 0; at < 10; at++) expect(await ask()).toMatchObject({ ok: true });
    const refused = await ask();
    expect(refused).toMatchObject({ ok: false, code: "locked" });
    expect(!refused.ok && refused.code === "locked" && refused.seconds).toBeGreaterThan(3_000);
    expect(await UserModel.countDocuments()).toBe(10);
    expect(await ask({ network: "192.0.2.2" })).toMatchObject({ ok: true });
  });

  it("are fifty a day for its neighbourhood", async () => {
    await used("registrations neighbourhood 192.0.2.0/24", 49, DAY);
    expect(await ask({ network: "192.0.2.3" })).toMatchObject({ ok: true });
    expect(await ask({ network: "192.0.2.4" })).toMatchObject({ ok: false, code: "locked" });
    expect(await ask({ network: "198.51.100.1", subnet: "198.51.100.0/24" })).toMatchObject({ ok: true });
  });

  it("are ten a day for a mailbox, whatever tags its addresses have", async () => {
    await used("registrations mailbox ann@example.test", 8, DAY, 10);
    for (let at = 0; at < 2; at++)
      expect(
        await ask({ network: `n${at}`, subnet: `s${at}`, email: `ann+${at}@example.test` }),
      ).toMatchObject({
        ok: true,
      });
    const other = { network: "n9", subnet: "s9" };
    expect(await ask({ ...other, email: "ann+other@example.test" })).toMatchObject({ code: "locked" });
    expect(await ask({ ...other, email: "anna@example.test" })).toMatchObject({ ok: true });
  });

  it("that are never verified are gone after seven days, and no others", async () => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY);
    const unverified = { emailVerifiedAt: null };
    const gone = await createUser({ ...unverified, createdAt: daysAgo(7.1) });
    const kept = [
      await createUser({ ...unverified, createdAt: daysAgo(6.9) }),
      await createUser({ createdAt: daysAgo(400) }),
      await createUser({ ...unverified, createdAt: daysAgo(400), isAdmin: true }),
      await createUser({ ...unverified, createdAt: daysAgo(400), status: "locked" }),
    ];
    expect(await destroyDueAccounts(new AbortController().signal)).toBe(1);
    const left = await UserModel.find({}, { _id: 1 }).lean();
    expect(left.map(({ _id }) => _id).sort()).toEqual(kept.map(({ _id }) => _id).sort());
    expect(left.some(({ _id }) => _id === gone._id)).toBe(false);
  });
});
