import { describe, expect, it } from "vitest";
import { createUser } from "#tests/factories/user";
import { resendVerification } from "~/domain/accounts/registration/verify-email.server";
import { allowance, attemptKey, reserve } from "~/domain/attempts/attempts.server";
import { countGrowing, growingWait, reserveGrowing } from "~/domain/attempts/growing-attempts.server";
import { GROWING } from "~/domain/attempts/growing-wait";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { setClock } from "~/platform/clock";

const TRUE_TIME = new Date("2026-11-23T08:00:00Z").getTime();
const clockIs = (aheadMs: number) => setClock(() => new Date(TRUE_TIME + aheadMs));
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let time = 0; time < count; time++) await work();
};

describe.each([
  ["two days", 2 * DAY],
  ["a minute", 60_000],
])("a clock that was %s ahead and is right again", (_howFar, ahead) => {
  const key = attemptKey("login", "ann@example.test", "192.0.2.1");

  it("locks nobody out for the difference", async () => {
    clockIs(ahead);
    await times(5, () => reserve(key, "login"));
    expect(await reserve(key, "login")).toEqual({ allowed: false, seconds: 30 });
    clockIs(0);
    expect(await reserve(key, "login")).toMatchObject({ allowed: true });
    // From here on the rule holds as ever.
    await times(4, () => reserve(key, "login"));
    expect(await reserve(key, "login")).toEqual({ allowed: false, seconds: 30 });
  });

  it("lets nobody wait longer after failures at one account", async () => {
    clockIs(ahead);
    await times(GROWING.network.free + 9, () => countGrowing("network", "192.0.2.1"));
    expect(await growingWait("network", "192.0.2.1")).toBe(256);
    expect(await reserveGrowing("network", "192.0.2.1")).toBe(256);
    clockIs(0);
    expect(await growingWait("network", "192.0.2.1")).toBe(0);
    expect(await reserveGrowing("network", "192.0.2.1")).toBe(0);
  });

  it("keeps no allowance used up", async () => {
    const ask = () => allowance("mails", 3, HOUR);
    clockIs(ahead);
    await times(3, ask);
    expect(await ask()).toBe(3_600);
    clockIs(0);
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([0, 0, 0, 3_600]);
  });

  it("sends another link to verify an address", async () => {
    const { email } = await createUser({ emailVerifiedAt: null });
    clockIs(ahead);
    expect(await resendVerification(email)).toBe(true);
    expect(await resendVerification(email)).toBe(false);
    clockIs(0);
    expect(await resendVerification(email)).toBe(true);
    expect(await resendVerification(email)).toBe(false);
  });
});

describe("a window that began before the clock was ahead", () => {
  it("makes nobody wait for a failure that lies ahead", async () => {
    clockIs(0);
    await times(GROWING.account.free, () => countGrowing("account", "ann"));
    clockIs(5 * HOUR);
    await times(9, () => countGrowing("account", "ann"));
    clockIs(HOUR);
    expect(await growingWait("account", "ann")).toBe(0);
  });
});

it("two servers whose clocks differ by a second keep the rules, and say no longer wait than these", async () => {
  const key = attemptKey("login", "ann@example.test", "192.0.2.1");
  clockIs(1_000);
  await times(5, () => reserve(key, "login"));
  await times(GROWING.network.free + 9, () => countGrowing("network", "192.0.2.1"));
  await times(3, () => allowance("mails", 3, HOUR));
  clockIs(0);
  expect(await reserve(key, "login")).toEqual({ allowed: false, seconds: 30 });
  expect(await growingWait("network", "192.0.2.1")).toBe(256);
  expect(await allowance("mails", 3, HOUR)).toBe(3_600);
});
