import { describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { createUser } from "#tests/factories/user";
import { tripsOf } from "#tests/support/count-round-trips";
import { destroyDueAccounts } from "~/domain/accounts/deletion/deletion.server";
import { createInvitation } from "~/domain/accounts/invitations/invitations.server";
import { register, reserveRegistration } from "~/domain/accounts/registration/register.server";
import { DAY } from "~/domain/calendar/durations";
import { registrationLockedNotice } from "~/domain/identity/texts";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import { now, setClock } from "~/platform/clock";

let made = 0;
const CLIENT = { network: "192.0.2.1", subnet: "192.0.2.0/24" };
function ask({
  network = CLIENT.network,
  subnet = CLIENT.subnet,
  email = "",
  invitation = "",
  username = "",
} = {}) {
  username ||= `person_${++made}`;
  const input = {
    username,
    email: email || `${username}@example.test`,
    password: "Stillness7",
    confirmPassword: "Stillness7",
    terms: true,
    invitation,
  };
  return register(input as unknown as Parameters<typeof register>[0], { network, subnet });
}
const used = async (what: string, times: number, ms: number, most = times) => {
  for (let at = 0; at < times; at++) await tryConsume(what, most, ms);
};

describe("new accounts", () => {
  it(
    "are limited to ten an hour per network, refused without a query after the first refusal",
    { tags: ["release"] },
    async () => {
      for (let at = 0; at < 10; at++) expect(await ask()).toMatchObject({ ok: true });
      const refused = await ask();
      expect(refused).toMatchObject({ ok: false, code: "locked" });
      expect(!refused.ok && refused.code === "locked" && refused.seconds).toBeGreaterThan(3_000);
      expect(await UserModel.countDocuments()).toBe(10);
      const begun = now();
      const flood = () => Promise.all(Array.from({ length: 50 }, () => ask()));
      expect(await tripsOf(flood)).toEqual([]);
      for (const refused of await flood()) expect(refused).toMatchObject({ ok: false, code: "locked" });
      // Other networks are not affected.
      expect(await ask({ network: "192.0.2.7" })).toMatchObject({ ok: true });
      setClock(() => new Date(begun.getTime() + 3_000));
      expect((await tripsOf(() => ask())).length).toBeGreaterThan(0);
      setClock(() => new Date(begun.getTime() + 3_601_000));
      expect(await ask()).toMatchObject({ ok: true });
    },
  );

  const verified = (id: number) => UserModel.updateOne({ _id: id }, { emailVerifiedAt: now() });
  async function registerAndVerify() {
    const result = await ask();
    if (!result.ok) return result;
    await verified(result.id);
    return result;
  }

  it("are accepted forty times from one network when each is verified", { tags: ["release"] }, async () => {
    for (let at = 0; at < 40; at++) expect([at, await registerAndVerify()]).toMatchObject([at, { ok: true }]);
    expect(await UserModel.countDocuments()).toBe(40);
  });

  it(
    "are limited to ten unverified ones per network until one of them is verified",
    { tags: ["release"] },
    async () => {
      for (let at = 0; at < 15; at++) await registerAndVerify();
      const waiting = [];
      for (let at = 0; at < 10; at++) waiting.push(await ask());
      for (const result of waiting) expect(result).toMatchObject({ ok: true });
      expect(await ask()).toMatchObject({ ok: false, code: "locked" });
      const [first] = waiting;
      await verified(first?.ok ? first.id : 0);
      // Refusals are cached for two seconds.
      const later = now().getTime() + 2_500;
      setClock(() => new Date(later));
      expect(await ask()).toMatchObject({ ok: true });
      expect(await ask()).toMatchObject({ ok: false, code: "locked" });
    },
  );

  it(
    "are capped at sixty an hour when twenty requests arrive concurrently",
    { tags: ["release"] },
    async () => {
      for (let at = 0; at < 55; at++) expect(await registerAndVerify()).toMatchObject({ ok: true });
      const elsewhere = () => reserveRegistration(`p${++made}@example.test`, CLIENT);
      const waits = await Promise.all(Array.from({ length: 20 }, elsewhere));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
      expect(await ask()).toMatchObject({ ok: false, code: "locked" });
    },
  );

  it("neither count towards the limits nor wait when invited", { tags: ["release"] }, async () => {
    const secretOf = async () =>
      new URL(await createInvitation(null, "", "")).searchParams.get("invitation") ?? "";
    for (let at = 0; at < 12; at++)
      expect(await ask({ invitation: await secretOf() })).toMatchObject({ ok: true });
    const name = `person_${made}`;
    for (let at = 0; at < 10; at++) expect(await ask()).toMatchObject({ ok: true });
    expect(await ask()).toMatchObject({ code: "locked" });
    expect(await ask({ invitation: await secretOf() })).toMatchObject({ ok: true });
    // Nor does an invited registration wait after others have failed with a taken name.
    for (let at = 0; at < 5; at++) await ask({ username: name });
    expect(await ask({ username: name })).toMatchObject({ code: "locked" });
    expect(await ask({ invitation: await secretOf() })).toMatchObject({ ok: true });
    const one = await secretOf();
    for (let at = 0; at < 5; at++) await ask({ invitation: one, username: name });
    expect(await ask({ invitation: one })).toMatchObject({ code: "locked" });
    expect(await ask({ invitation: await secretOf() })).toMatchObject({ ok: true });
  });

  it("are refused with a hint at invitations when the wait is long", () => {
    expect(registrationLockedNotice(3_000).text).toMatch(/^Please wait 3000 seconds .* With an invitation /);
    expect(registrationLockedNotice(20, 3_000).text).toContain("With an invitation ");
    expect(registrationLockedNotice(60).text).toBe("Please wait 60 seconds before trying again.");
  });

  it("are limited to fifty a day per subnet", async () => {
    await used("registrations neighbourhood 192.0.2.0/24", 49, DAY);
    expect(await ask({ network: "192.0.2.3" })).toMatchObject({ ok: true });
    expect(await ask({ network: "192.0.2.4" })).toMatchObject({ ok: false, code: "locked" });
    expect(await ask({ network: "198.51.100.1", subnet: "198.51.100.0/24" })).toMatchObject({ ok: true });
  });

  it("are limited to ten a day per mailbox, whatever its tags", async () => {
    await used("registrations mailbox ann@example.test", 8, DAY, 10);
    for (let at = 0; at < 2; at++) {
      const client = { network: `n${at}`, subnet: `s${at}` };
      expect(await ask({ ...client, email: `ann+${at}@example.test` })).toMatchObject({ ok: true });
    }
    const other = { network: "n9", subnet: "s9" };
    expect(await ask({ ...other, email: "ann+other@example.test" })).toMatchObject({ code: "locked" });
    expect(await ask({ ...other, email: "anna@example.test" })).toMatchObject({ ok: true });
  });

  it("are deleted after seven days only when never verified", async () => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY);
    const unverified = { emailVerifiedAt: null };
    await createUser({ ...unverified, createdAt: daysAgo(7.1) });
    const kept = [
      await createUser({ ...unverified, createdAt: daysAgo(6.9) }),
      await createUser({ createdAt: daysAgo(400) }),
      await createUser({ ...unverified, createdAt: daysAgo(400), isAdmin: true }),
      await createUser({ ...unverified, createdAt: daysAgo(400), status: "locked" }),
    ];
    expect(await destroyDueAccounts(new AbortController().signal)).toBe(1);
    const left = await UserModel.find({}, { _id: 1 }).lean();
    expect(left.map(({ _id }) => _id).sort()).toEqual(kept.map(({ _id }) => _id).sort());
  });
});
