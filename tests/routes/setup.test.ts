import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { errorsOf, load, sessionOf, submit } from "#tests/support/request";
import { newSetupCode } from "~/domain/accounts/registration/setup.server";
import { currentInstance, welcomeMessage } from "~/domain/accounts/support/instance.server";
import { HOUR } from "~/domain/calendar/durations";
import {
  currentInstanceSettings,
  refreshInstanceSettings,
  setStoredSettings,
} from "~/domain/operations/instance-settings.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action as houseAction, loader as houseLoader } from "~/routes/admin/instance";
import { action, loader } from "~/routes/auth/setup";

const AT = new Date("2026-11-21T12:00:00Z");
beforeEach(() => setClock(() => AT));
afterEach(() => setStoredSettings({}));

const FORM = {
  email: "pastor@example.test",
  username: "pastor",
  password: PASSWORD,
  confirmPassword: PASSWORD,
  houseName: "St. Mary’s",
  registration: "invite",
  defaultPlan: "tier2",
  welcome: "We pray here *together*.",
};
const NETWORK = "198.51.100.9";
const page = (code: string, address?: string) => load(loader, `/setup?code=${code}`, { address });
const send = (code: string, fields: Record<string, string> = FORM, address?: string) =>
  submit(action, `/setup?code=${code}`, fields, { address });

describe("instance setup", () => {
  it("creates the first administrator and the settings once", async () => {
    const code = (await newSetupCode()) ?? "";
    expect((await page(code)).status).toBe(200);
    const done = await send(code);
    expect(done).toMatchObject({ status: 302, location: "/admin-login" });
    expect(sessionOf(done)).not.toBe("");
    expect(await UserModel.findById(1).lean()).toMatchObject({ username: "pastor", isAdmin: true });
    expect(currentInstance()).toMatchObject({ name: "St. Mary’s", isOpen: true, registration: "invite" });
    expect(JSON.stringify(welcomeMessage())).toContain("together");
    setStoredSettings({});
    await refreshInstanceSettings();
    expect(currentInstanceSettings()).toMatchObject({ houseName: "St. Mary’s", defaultPlan: "tier2" });
    expect((await page(code)).status).toBe(404);
    expect((await send(code)).status).toBe(404);
    expect(await newSetupCode()).toBeNull();
  });

  it("returns 404 for a wrong or earlier code, and when there is an administrator", async () => {
    const earlier = (await newSetupCode()) ?? "";
    const code = (await newSetupCode()) ?? "";
    expect((await page("")).status).toBe(404);
    expect((await page(earlier)).status).toBe(404);
    expect((await send("no", {})).status).toBe(404);
    await createSignedIn({ isAdmin: true });
    expect((await page(code)).status).toBe(404);
    expect((await send(code)).status).toBe(404);
    expect(await UserModel.countDocuments({ isAdmin: true })).toBe(1);
  });

  it("imposes a wait after ten wrong codes in an hour from a network, but accepts the right one", async () => {
    const code = (await newSetupCode()) ?? "";
    for (let sent = 0; sent < 10; sent++) expect((await page("wrong", NETWORK)).status).toBe(404);
    setClock(() => new Date(AT.getTime() + 60_000));
    for (const reply of [await page("wrong", NETWORK), await send("wrong", FORM, NETWORK)]) {
      expect([reply.status, reply.headers.get("Retry-After")]).toEqual([429, "3540"]);
      expect(reply.data).toMatchObject({ message: expect.stringContaining("wait 3540 seconds") });
    }
    expect((await page("wrong")).status).toBe(404);
    setClock(() => new Date(AT.getTime() + HOUR));
    expect((await page("wrong", NETWORK)).status).toBe(404);
    for (let sent = 0; sent < 15; sent++) await page("wrong", NETWORK);
    expect((await page(code, NETWORK)).status).toBe(200);
    expect(await send(code, FORM, NETWORK)).toMatchObject({ status: 302, location: "/admin-login" });
  });

  it("shows errors beside the fields and keeps the input", async () => {
    const code = (await newSetupCode()) ?? "";
    const expectRefused = async (change: Record<string, string>, field: string, status = 400) => {
      const refused = await send(code, { ...FORM, ...change });
      expect([refused.status, Object.keys(errorsOf(refused))]).toEqual([status, [field]]);
      return refused;
    };
    const weak = await expectRefused({ password: "short", confirmPassword: "short" }, "password");
    expect(weak.data).toMatchObject({ lastResult: { initialValue: { houseName: "St. Mary’s" } } });
    expect(JSON.stringify(weak.data)).not.toContain("short");
    await expectRefused({ houseName: "<b>" }, "houseName");
    await expectRefused({ welcome: "x".repeat(2001) }, "welcome");
    await createSignedIn({ username: "pastor" });
    await expectRefused({}, "username", 409);
    expect((await page(code)).status).toBe(200);
  });

  it("creates one administrator for two concurrent requests", async () => {
    const code = (await newSetupCode()) ?? "";
    const both = await Promise.all([
      send(code),
      send(code, { ...FORM, email: "other@example.test", username: "other", houseName: "Another" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([302, 404]);
    const administrators = await UserModel.find({ isAdmin: true }).lean();
    expect(administrators).toHaveLength(1);
    expect(currentInstanceSettings().houseName).toBe(
      administrators[0]?.username === "pastor" ? "St. Mary’s" : "Another",
    );
  });
});

describe("/admin/house", () => {
  const save = (session: string, fields: Record<string, string>) =>
    submit(houseAction, "/admin/house", { intent: "save", ...fields }, { session });

  it("changes the settings with an audit entry", async () => {
    const { secret: session, user } = await createSignedIn({ isAdmin: true });
    const chosen = { houseName: "Home", registration: "closed", defaultPlan: "tier1" };
    expect((await save(session, chosen)).status).toBe(302);
    expect(currentInstance()).toMatchObject({ name: "Home", registration: "closed" });
    expect(currentInstanceSettings().defaultPlan).toBe("tier1");
    expect(await AuditEventModel.exists({ kind: "admin.house_changed", actorId: user._id })).not.toBeNull();
  });

  it("cannot change settings from the environment", async () => {
    env.REGISTRATION = "closed";
    const { secret: session } = await createSignedIn({ isAdmin: true });
    await save(session, { registration: "open", houseName: "Home", defaultPlan: "free" });
    expect(currentInstance()).toMatchObject({ name: "Home", registration: "closed" });
    const { data } = await load(houseLoader, "/admin/house", { session });
    expect(data).toMatchObject({ fixed: ["registration"] });
    env.REGISTRATION = undefined;
    // The rejected setting was not stored.
    expect(currentInstance().registration).toBe("open");
  });
});
