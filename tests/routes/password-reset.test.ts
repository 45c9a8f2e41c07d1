import { describe, expect, it } from "vitest";
import { OutgoingMailModel } from "#models/reminders.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { mailedLinks } from "#tests/support/mail";
import { cookieOf, errorsOf, load, submit } from "#tests/support/request";
import { shortPasskeyId } from "~/domain/accounts/passkeys/passkeys.server";
import { memberOfSession } from "~/domain/identity/sessions.server";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { recordBackoffFailure } from "~/domain/limits/rate-limits.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { authenticateApiKey, createApiKey } from "~/domain/portability/api/api-keys.server";
import { storeLinkSecret } from "~/http/cookies.server";
import { setClock } from "~/platform/clock";
import { action as loginAction, loader as loginLoader } from "~/routes/auth/login/route";
import { action, loader } from "~/routes/auth/reset-password/route";

const KNOWN = "known@example.test";
const METHODS = "/auth/reset-password?step=methods";
const NEW = { password: "Brand-new-7", confirmPassword: "Brand-new-7" };

const ask = (email: string, address?: string) =>
  submit(action, "/auth/reset-password", { email }, { address });
const open = async (token: string) =>
  cookieOf(await load(loader, `/auth/reset-password?token=${token}`), "link-reset") ?? "";
const openNew = async () => open(await newToken());
const choose = (cookie: string, fields: Record<string, string> = NEW) =>
  submit(action, "/auth/reset-password?step=choose", fields, { headers: { Cookie: cookie } });
const signInStatus = async (password: string) =>
  (await submit(loginAction, "/auth/login", { email: KNOWN, password })).status;
const newToken = async () => {
  await ask(KNOWN);
  return (await mailedLinks("reset-password")).at(-1) ?? "";
};

describe("password reset request", () => {
  it("gets the same reply for known, unknown and unverified addresses", async () => {
    await createUser({ username: "known", email: KNOWN });
    await createUser({ username: "waiting", email: "waiting@example.test", emailVerifiedAt: null });
    const answers = await Promise.all(
      ["known", "waiting", "nobody"].map((name) => ask(`${name}@example.test`)),
    );
    for (const { status, location, data } of answers)
      expect({ status, location, data }).toEqual({ status: 302, location: "/auth/login", data: "" });
    expect(await mailedLinks("reset-password")).toHaveLength(2);
  });

  it("sends one email when a form is submitted six times concurrently", async () => {
    await createUser({ email: KNOWN });
    const headers = { Cookie: "visitor=InZpc2l0b3IxIg%3D%3D" };
    const fields = { email: KNOWN, _submission: "abcdefgh1234" };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => submit(action, "/auth/reset-password", fields, { headers })),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set(["302 /auth/login"]),
    );
    expect(await mailedLinks("reset-password")).toHaveLength(1);
  });

  it("sends at most four emails an hour", async () => {
    await createUser({ email: KNOWN });
    for (let time = 0; time < 6; time++) expect((await ask(KNOWN)).status).toBe(302);
    expect(await mailedLinks("reset-password")).toHaveLength(4);
  });

  it("is rejected after twenty requests an hour from one network", async () => {
    for (let time = 0; time < 20; time++) expect((await ask(`p${time}@example.test`)).status).toBe(302);
    expect((await ask("p21@example.test")).status).toBe(429);
    expect((await ask("p21@example.test", "198.51.100.7")).status).toBe(302);
  });
});

describe("password reset", () => {
  it("changes the password once, ends every session and notifies the owner, without signing in", async () => {
    const { user } = await createSignedIn({ email: KNOWN });
    const cookie = await openNew();
    const done = await choose(cookie);
    expect(done).toMatchObject({ status: 302, location: "/auth/login" });
    expect(cookieOf(done, "sid")).toBeUndefined();
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
    await mailedLinks("reset-password");
    expect(await OutgoingMailModel.countDocuments({ kind: "password-changed" })).toBe(1);
    expect((await choose(cookie)).status).toBe(410);
    const again = await load(loader, "/auth/reset-password?step=choose", { headers: { Cookie: cookie } });
    expect(again).toMatchObject({ status: 410, data: { step: "expired" } });
    expect(await signInStatus(PASSWORD)).toBe(401);
    expect(await signInStatus(NEW.password)).toBe(302);
  });

  it("accepts a resubmitted form, and rejects it with 410 when its password differs", async () => {
    await createUser({ email: KNOWN });
    const cookie = await openNew();
    const form = { _submission: "abcdefgh1234", ...NEW };
    const browser = `${cookie}; visitor=InZpc2l0b3IxIg%3D%3D`;
    expect((await choose(browser, form)).status).toBe(302);
    // The form is resubmitted after a lost reply.
    expect((await choose(browser, form)).status).toBe(302);
    const other = { password: "Another-one-8", confirmPassword: "Another-one-8" };
    expect((await choose(browser, { ...form, ...other })).status).toBe(410);
    expect(await signInStatus(NEW.password)).toBe(302);
    expect(await signInStatus("Another-one-8")).toBe(401);
  });

  it("accepts one of three concurrent posts", async () => {
    await createUser({ email: KNOWN });
    const cookie = await openNew();
    const results = await Promise.all([choose(cookie), choose(cookie), choose(cookie)]);
    expect(results.map(({ status }) => status).sort()).toEqual([302, 410, 410]);
  });

  it("accepts only the newest link, within thirty minutes", async () => {
    await createUser({ email: KNOWN });
    const [older, newer] = [await newToken(), await newToken()];
    expect((await choose(await open(older))).status).toBe(410);
    setClock(() => new Date(Date.now() + 31 * 60_000));
    expect((await choose(await open(newer))).status).toBe(410);
  });

  it("lets the owner sign in during the backoff of the account", async () => {
    await createUser({ email: KNOWN });
    for (let time = 0; time < 104; time++) await recordBackoffFailure("account", KNOWN);
    expect(await signInStatus(PASSWORD)).toBe(429);
    const done = await choose(await openNew());
    expect(await signInStatus(NEW.password)).toBe(302);
    expect(cookieOf(done, "dev")).toBeDefined();
  });

  it("works while sign-in is locked", async () => {
    await createUser({ email: KNOWN });
    for (let time = 0; time < LOCKOUTS.login.failures; time++) await signInStatus("Wrong-pass1");
    expect(await signInStatus(PASSWORD)).toBe(429);
    expect((await choose(await openNew())).status).toBe(302);
  });

  it.each([
    ["short", "short", "password"],
    ["Brand-new-7", "Brand-new-8", "confirmPassword"],
    ["Password1", "Password1", "password"],
    ["Stillandknow1", "Stillandknow1", "password"],
  ])(
    "rejects %s, confirmed as %s, with an error beside the field and keeps the link valid",
    async (password, confirmPassword, field) => {
      await createUser({ email: KNOWN });
      const cookie = await openNew();
      const refused = await choose(cookie, { password, confirmPassword });
      expect(refused.status).toBe(400);
      expect(Object.keys(errorsOf(refused))).toEqual([field]);
      expect((await choose(cookie)).status).toBe(302);
    },
  );

  it.each([
    ["never verified", { emailVerifiedAt: null }, 0],
    ["taken on trust", { emailUnproven: true }, 0],
    ["proven before", {}, 1],
  ])("removes passkeys and OIDC connection unless the address was proven (%s)", async (_, address, left) => {
    const { user, secret } = await createSignedIn({
      email: KNOWN,
      ...address,
      atProvider: { key: "there", since: new Date() },
      passkeys: [passkey],
    });
    const key = (await createApiKey(memberFrom(user), { name: "Notes", scope: "read" })) ?? "";
    await choose(await openNew());
    const after = await UserModel.findById(user._id).orFail().lean();
    expect(after.passkeys).toHaveLength(left);
    expect(after.atProvider !== null).toBe(left === 1);
    expect(await authenticateApiKey(key, "read")).toMatchObject({ ok: false });
    expect(await memberOfSession(secret)).toBeNull();
    expect(await signInStatus(NEW.password)).toBe(302);
  });

  it("removes other sign-in methods from the page after the reset and from the link in the email", async () => {
    const second = { ...passkey, id: "b-key", handle: "handle-b", name: "Laptop" };
    const { _id } = await createUser({ email: KNOWN, passkeys: [passkey, second] });
    const done = await choose(await openNew());
    expect(done.location).toBe("/auth/login");
    const [mailed = ""] = await mailedLinks("password-changed");
    const opened = await load(loader, `/auth/reset-password?step=methods&token=${mailed}`);
    expect(opened.location).toBe(METHODS);
    for (const answered of [done, opened]) {
      const headers = { Cookie: cookieOf(answered, "link-methods") ?? "" };
      const shown = (await load(loginLoader, "/auth/login", { headers })).data as Shown;
      const { data } = await load(loader, METHODS, { headers });
      const { methods } = data as { methods: Shown["otherMethods"] };
      expect(shown.otherMethods).toEqual(methods);
      const [{ id: method = "", passkey: name } = {}] = methods;
      expect(name).toBe(answered === done ? "Phone" : "Laptop");
      const fields = { intent: "removeMethod", method };
      expect((await submit(action, METHODS, fields, { headers })).status).toBe(302);
    }
    expect((await UserModel.findById(_id).lean())?.passkeys).toEqual([]);
  });

  it("removes no sign-in method when the link is forged or older than seven days", async () => {
    const { _id } = await createUser({ email: KNOWN, passkeys: [passkey] });
    const done = await choose(await openNew());
    const fields = { intent: "removeMethod", method: shortPasskeyId(passkey.id) };
    const press = async (Cookie: string) =>
      (await submit(action, METHODS, fields, { headers: { Cookie } })).status;
    expect(await press((await storeLinkSecret("methods", "forged")).split(";")[0] ?? "")).toBe(410);
    setClock(() => new Date(Date.now() + 7 * 86_400_000 + 1));
    expect(await press(cookieOf(done, "link-methods") ?? "")).toBe(410);
    expect((await UserModel.findById(_id).lean())?.passkeys).toHaveLength(1);
  });
});

type Shown = { otherMethods: { id: string; passkey: string | null }[] };

const passkey = {
  id: "a-key",
  publicKey: Buffer.from("key"),
  counter: 0,
  transports: [],
  handle: "handle",
  name: "Phone",
  createdAt: new Date(),
  lastMonth: "",
};
