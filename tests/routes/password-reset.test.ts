import { beforeEach, describe, expect, it } from "vitest";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { clearMailbox, mailedLinks } from "#tests/support/mail";
import { answer, cookieOf, load, post, submit, visit } from "#tests/support/request";
import { shortPasskeyId } from "~/domain/accounts/passkeys/passkeys.server";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { recordBackoffFailure } from "~/domain/limits/rate-limits.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { authenticateApiKey, createApiKey } from "~/domain/portability/api/api-keys.server";
import { storeLinkSecret } from "~/http/cookies.server";
import { currentMember } from "~/http/session.server";
import { setClock } from "~/platform/clock";
import { action as loginAction, loader as loginLoader } from "~/routes/auth/login/route";
import { action, loader } from "~/routes/auth/reset-password/route";

const NEW = { password: "Brand-new-7", confirmPassword: "Brand-new-7" };

beforeEach(clearMailbox);

const ask = (email: string, address?: string) =>
  submit(action, "/auth/reset-password", { email }, { address });
const open = async (token: string) => {
  return cookieOf(await load(loader, `/auth/reset-password?token=${token}`), "link-reset") ?? "";
};
const choose = (cookie: string, fields: Record<string, string> = NEW) =>
  submit(action, "/auth/reset-password?step=choose", fields, { headers: { Cookie: cookie } });
const signInStatus = async (password: string) => {
  return (await submit(loginAction, "/auth/login", { email: "known@example.test", password })).status;
};
const tokenFor = async (email: string) => {
  await ask(email);
  return (await mailedLinks("reset-password")).at(-1) ?? "";
};

describe("password reset request", () => {
  it("gets the same reply for known, unknown and unverified addresses", async () => {
    await createUser({ username: "known", email: "known@example.test" });
    await createUser({ username: "waiting", email: "waiting@example.test", emailVerifiedAt: null });
    const answers = await Promise.all(
      ["known", "waiting", "nobody"].map((name) => ask(`${name}@example.test`)),
    );
    for (const { status, location, data } of answers)
      expect({ status, location, data }).toEqual({ status: 302, location: "/auth/login", data: "" });
    expect(await mailedLinks("reset-password")).toHaveLength(2);
  });

  it("sends one email per form", async () => {
    await createUser({ email: "known@example.test" });
    const headers = { Cookie: "visitor=InZpc2l0b3IxIg%3D%3D" };
    const fields = { email: "known@example.test", _submission: "abcdefgh1234" };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => submit(action, "/auth/reset-password", fields, { headers })),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set(["302 /auth/login"]),
    );
    expect(await mailedLinks("reset-password")).toHaveLength(1);
  });

  it("sends at most four emails an hour", async () => {
    await createUser({ email: "known@example.test" });
    for (let time = 0; time < 6; time++) expect((await ask("known@example.test")).status).toBe(302);
    expect(await mailedLinks("reset-password")).toHaveLength(4);
  });

  it("is rejected after twenty an hour from one network", async () => {
    for (let time = 0; time < 20; time++) expect((await ask(`p${time}@example.test`)).status).toBe(302);
    expect((await ask("p21@example.test")).status).toBe(429);
    expect((await ask("p21@example.test", "198.51.100.7")).status).toBe(302);
  });
});

describe("password reset", () => {
  it("changes the password once, ends every session, notifies the owner, and does not sign in", async () => {
    const { user } = await createSignedIn({ email: "known@example.test" });
    const cookie = await open(await tokenFor("known@example.test"));
    const done = await choose(cookie);
    expect(done).toMatchObject({ status: 302, location: "/auth/login" });
    expect(cookieOf(done, "sid")).toBeUndefined();
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
    await mailedLinks("reset-password");
    expect(await OutgoingMailModel.countDocuments({ kind: "password-changed" })).toBe(1);
    expect((await choose(cookie)).status).toBe(410);
    expect(await signInStatus(PASSWORD)).toBe(401);
    expect(await signInStatus(NEW.password)).toBe(302);
  });

  it("ignores a resubmitted form with other input without revealing it", async () => {
    await createUser({ email: "known@example.test" });
    const cookie = await open(await tokenFor("known@example.test"));
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

  it("accepts one of two concurrent posts", async () => {
    await createUser({ email: "known@example.test" });
    const cookie = await open(await tokenFor("known@example.test"));
    const statuses = (await Promise.all([choose(cookie), choose(cookie), choose(cookie)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([302, 410, 410]);
  });

  it("accepts only the newest link, within thirty minutes", async () => {
    await createUser({ email: "known@example.test" });
    const [older, newer] = [await tokenFor("known@example.test"), await tokenFor("known@example.test")];
    expect((await choose(await open(older))).status).toBe(410);
    setClock(() => new Date(Date.now() + 31 * 60_000));
    expect((await choose(await open(newer))).status).toBe(410);
  });

  it("returns 410 and a form for a new link when used", async () => {
    await createUser({ email: "known@example.test" });
    const cookie = await open(await tokenFor("known@example.test"));
    await choose(cookie);
    const args = await visit("/auth/reset-password?step=choose", { headers: { Cookie: cookie } });
    expect(await answer(() => loader(args))).toMatchObject({ status: 410, data: { step: "expired" } });
  });

  it("lets the owner sign in during a lockout", async () => {
    await createUser({ email: "known@example.test" });
    for (let time = 0; time < 104; time++) await recordBackoffFailure("account", "known@example.test");
    expect(await signInStatus(PASSWORD)).toBe(429);
    const done = await choose(await open(await tokenFor("known@example.test")));
    expect(await signInStatus(NEW.password)).toBe(302);
    expect(cookieOf(done, "dev")).toBeDefined();
  });

  it("works while sign-in is locked", async () => {
    await createUser({ email: "known@example.test" });
    for (let time = 0; time < LOCKOUTS.login.failures; time++) await signInStatus("Wrong-pass1");
    expect(await signInStatus(PASSWORD)).toBe(429);
    expect((await choose(await open(await tokenFor("known@example.test")))).status).toBe(302);
  });

  it.each([
    [{ password: "short", confirmPassword: "short" }, "password"],
    [{ password: "Brand-new-7", confirmPassword: "Brand-new-8" }, "confirmPassword"],
    [{ password: "Password1", confirmPassword: "Password1" }, "password"],
    [{ password: "Stillandknow1", confirmPassword: "Stillandknow1" }, "password"],
  ])("rejects %j with an error beside the field and keeps the link valid", async (fields, field) => {
    await createUser({ email: "known@example.test" });
    const cookie = await open(await tokenFor("known@example.test"));
    const refused = await choose(cookie, fields);
    expect(refused.status).toBe(400);
    expect(Object.keys((refused.data as { lastResult: { error: object } }).lastResult.error)).toEqual([
      field,
    ]);
    expect((await choose(cookie)).status).toBe(302);
  });

  it("verifies the address", async () => {
    await createUser({ email: "known@example.test", emailVerifiedAt: null });
    await choose(await open(await tokenFor("known@example.test")));
    expect((await UserModel.findOne().lean())?.emailVerifiedAt).toBeInstanceOf(Date);
  });

  it.each([
    ["never verified", { emailVerifiedAt: null }, 0],
    ["taken on trust", { emailUnproven: true }, 0],
    ["proven before", {}, 1],
  ])("removes earlier sign-in methods when the address was %s", async (_, address, left) => {
    const { user, secret } = await createSignedIn({
      email: "known@example.test",
      ...address,
      atProvider: { key: "there", since: new Date() },
      passkeys: [passkey],
    });
    const key = (await createApiKey(memberFrom(user), { name: "Notes", scope: "read" })) ?? "";
    await choose(await open(await tokenFor("known@example.test")));
    const after = await UserModel.findById(user._id).orFail().lean();
    expect(after.passkeys).toHaveLength(left);
    expect(after.atProvider !== null).toBe(left === 1);
    expect(await authenticateApiKey(key, "read")).toMatchObject({ ok: false });
    const visited = await visit("/dashboard", { session: secret });
    expect(await currentMember(visited.request)).toBeNull();
    expect(await signInStatus(NEW.password)).toBe(302);
  });

  it("lists other sign-in methods on the page and in the email and removes them", async () => {
    const second = { ...passkey, id: "b-key", handle: "handle-b", name: "Laptop" };
    const { _id } = await createUser({ email: "known@example.test", passkeys: [passkey, second] });
    const done = await choose(await open(await tokenFor("known@example.test")));
    expect(done.location).toBe("/auth/login");
    const [mailed = ""] = await mailedLinks("password-changed");
    const opened = await load(loader, `/auth/reset-password?step=methods&token=${mailed}`);
    expect(opened.location).toBe("/auth/reset-password?step=methods");
    for (const answered of [done, opened]) {
      const headers = { Cookie: cookieOf(answered, "link-methods") ?? "" };
      const shown = (await load(loginLoader, "/auth/login", { headers })).data as Shown;
      const page = await visit("/auth/reset-password?step=methods", { headers });
      const { methods } = (await answer(() => loader(page))).data as { methods: Shown["otherMethods"] };
      expect(shown.otherMethods).toEqual(methods);
      const [{ id: method = "", passkey: name } = {}] = methods;
      expect(name).toBe(answered === done ? "Phone" : "Laptop");
      const fields = { intent: "removeMethod", method };
      const remove = await post("/auth/reset-password?step=methods", fields, { headers });
      expect((await answer(() => action(remove))).status).toBe(302);
    }
    expect((await UserModel.findById(_id).lean())?.passkeys).toEqual([]);
  });

  it("removes nothing by a forged link or one older than seven days", async () => {
    const { _id } = await createUser({ email: "known@example.test", passkeys: [passkey] });
    const done = await choose(await open(await tokenFor("known@example.test")));
    const press = async (Cookie: string) => {
      const args = await post(
        "/auth/reset-password?step=methods",
        { intent: "removeMethod", method: shortPasskeyId(passkey.id) },
        { headers: { Cookie } },
      );
      return (await answer(() => action(args))).status;
    };
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
