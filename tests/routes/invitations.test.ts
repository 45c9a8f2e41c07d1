import { beforeEach, describe, expect, it } from "vitest";
import { InvitationModel } from "#models/invitation.server";
import { AuditEventModel } from "#models/operations.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { callJson, load, submit } from "#tests/support/request";
import { aroundWrites } from "#tests/support/stop-at-write";
import {
  claimInvitation,
  createInvitation,
  listInvitations,
  withdrawInvitation,
} from "~/domain/accounts/invitations/invitations.server";
import { DAY } from "~/domain/calendar/durations";
import { REGISTRATION_TEXTS } from "~/domain/identity/texts";
import { claimMail } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action as adminAction, loader as adminLoader } from "~/routes/admin/invitations";
import { action as jsonAction } from "~/routes/api/auth-register";
import { action as formAction, loader as formLoader, meta as formMeta } from "~/routes/auth/register/route";
import { admin } from "../../scripts/commands/admin";

const NOON = "2026-11-21T12:00:00Z";
beforeEach(() => {
  setClock(() => new Date(NOON));
  env.REGISTRATION = "invite";
});

const secretOf = (link: string) => new URL(link).searchParams.get("invitation") ?? "";
const newSecret = async (email?: string) => secretOf(await createInvitation(null, email));
let people = 0;
const person = (invitation?: string, email = `guest${++people}@example.test`) => ({
  username: `guest_${++people}`,
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  ...(invitation && { invitation }),
});
const byForm = (fields: Record<string, string>) =>
  submit(formAction, "/auth/register", { ...fields, agreeToTerms: "on" });
const byCall = (body: object) => callJson(jsonAction, "/api/auth/register", body);
const page = (query: string) => load(formLoader, `/auth/register${query}`);

describe("registration by invitation", () => {
  it.each(["invite", "closed"] as const)(
    "in mode %s explains and rejects registrations without an invitation",
    async (registration) => {
      env.REGISTRATION = registration;
      expect(await page("")).toMatchObject({ status: 200, data: { refused: registration } });
      expect((await byForm(person())).status).toBe(403);
      const refused = await byCall(person());
      expect(refused.status).toBe(403);
      expect((refused.data as { message: string }).message).toMatch(/please write to us\.$/);
      expect(await UserModel.countDocuments({})).toBe(0);
    },
  );

  it("accepts a link once, by form and JSON", async () => {
    for (const register of [byForm, byCall]) {
      const secret = await newSecret();
      expect(await page(`?invitation=${secret}`)).toMatchObject({ status: 200, data: { refused: null } });
      const first = await register(person(secret));
      expect([201, 302]).toContain(first.status);
      expect((await register(person(secret))).status).toBe(410);
      expect(await page(`?invitation=${secret}`)).toMatchObject({ status: 410, data: { refused: "dead" } });
    }
    expect(await UserModel.countDocuments({})).toBe(2);
    expect(await UserModel.countDocuments({ emailVerifiedAt: null })).toBe(2);
  });

  it("verifies only the address that the invitation was sent to", async () => {
    const uncle = await byForm(person(await newSecret("Uncle@example.test"), "uncle@example.test"));
    expect(uncle).toMatchObject({ status: 302, location: "/dashboard" });
    expect(await UserModel.findOne({ emailKey: "uncle@example.test" }).lean()).toMatchObject({
      emailVerifiedAt: new Date(NOON),
      tokens: [],
      pendingMail: [],
    });
    expect(await OutgoingMailModel.countDocuments({ kind: "invitation" })).toBe(1);
    const other = await byForm(person(await newSecret("aunt@example.test"), "else@example.test"));
    expect(other.location).toMatch(/^\/verify-email/);
    expect((await UserModel.findOne({ emailKey: "else@example.test" }).lean())?.emailVerifiedAt).toBeNull();
  });

  it("creates one account for two concurrent registrations", async () => {
    const secret = await newSecret();
    const results = await Promise.all(Array.from({ length: 4 }, () => byCall(person(secret))));
    expect(results.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
    expect(await UserModel.countDocuments({})).toBe(1);
    expect(await InvitationModel.find({}).lean()).toMatchObject([{ usedAt: new Date(NOON) }]);
  });

  describe("concurrently with another change", () => {
    const isClaim = (args: unknown[]) => JSON.stringify(args[1] ?? null).includes('"usedAt"');
    const isAccount = ([record]: unknown[]) => Object.hasOwn(record as object, "passwordHash");

    /** Registers, and runs a concurrent change before the first write of that kind. */
    async function registerWhile(
      secret: string,
      is: (args: unknown[]) => boolean,
      meanwhile: () => Promise<unknown>,
      fields = person(secret),
    ): Promise<number> {
      let isDone = false;
      const removeHook = aroundWrites(async (_name, args, write) => {
        if (!isDone && is(args)) {
          isDone = true;
          await meanwhile();
        }
        return write(args);
      });
      const { status } = await byCall(fields);
      removeHook();
      expect(isDone).toBe(true);
      return status;
    }
    const states = async () => (await listInvitations()).rows.map(({ state }) => state).toSorted();
    const invited = async () => {
      const note = `Guest ${++people}`;
      const secret = secretOf(await createInvitation(null, "", note));
      const { _id } = await InvitationModel.findOne({ note }).orFail().lean();
      return { secret, withdraw: () => withdrawInvitation({ id: 1 }, _id), _id };
    };

    it("creates no account when the invitation was withdrawn first", async () => {
      const { secret, withdraw } = await invited();
      let withdrawn = false;
      const status = await registerWhile(secret, isClaim, async () => (withdrawn = await withdraw()));
      expect([withdrawn, status, await UserModel.countDocuments({})]).toEqual([true, 410, 0]);
    });

    it("cannot be withdrawn once the account is created", async () => {
      const { secret, withdraw } = await invited();
      let withdrawn = true;
      const status = await registerWhile(secret, isAccount, async () => (withdrawn = await withdraw()));
      expect([withdrawn, status, await UserModel.countDocuments({})]).toEqual([false, 201, 1]);
      expect(await InvitationModel.findOne().lean()).toMatchObject({ withdrawnAt: null });
    });

    it("is released when the name is taken concurrently", async () => {
      const { secret, withdraw } = await invited();
      const fields = { ...person(secret), username: "quick" };
      const take = () => createUser({ username: "quick" });
      expect(await registerWhile(secret, isAccount, take, fields)).toBe(409);
      expect((await byCall(person(secret))).status).toBe(201);
      expect(await withdraw()).toBe(false);
    });

    it("is released when the process crashed before the account", async () => {
      const first = await invited();
      const second = await invited();
      for (const { _id } of [first, second]) expect(await claimInvitation({ _id }, 4_000)).toBe(true);
      expect((await byCall(person(first.secret))).status).toBe(410);
      expect(await second.withdraw()).toBe(false);
      setClock(() => new Date(Date.parse(NOON) + 61_000));
      expect(await states()).toEqual(["waiting", "waiting"]);
      expect((await byCall(person(first.secret))).status).toBe(201);
      expect(await second.withdraw()).toBe(true);
      setClock(() => new Date(Date.parse(NOON) + 200_000));
      expect((await byCall(person(first.secret))).status).toBe(410);
      expect(await states()).toEqual(["used", "withdrawn"]);
    });
  });

  it("is not used up by a rejected registration, and expires after seven days", async () => {
    await createUser({ username: "taken" });
    const secret = await newSecret();
    expect((await byForm({ ...person(secret), username: "taken" })).status).toBe(409);
    expect((await byForm({ ...person(secret), password: "short" })).status).toBe(400);
    setClock(() => new Date(Date.parse(NOON) + 7 * DAY));
    const late = await byForm(person(secret));
    expect(late.status).toBe(410);
    expect(JSON.stringify(late.data)).toMatch(/guest_\d+/);
    setClock(() => new Date(Date.parse(NOON) + 7 * DAY - 1));
    expect((await byForm(person(secret))).status).toBe(302);
  });

  it("is part of the email about a taken name when the page may not reveal it", async () => {
    await createUser({ username: "taken" });
    const secret = await newSecret();
    env.ENUMERATION_SAFE = true;
    expect((await byForm({ ...person(secret), username: "taken" })).status).toBe(302);
    expect((await claimMail())?.mail.text).toContain(`/auth/register?invitation=${secret}`);
    expect((await byForm(person(secret))).status).toBe(302);
  });

  it("names the form in the page title only when the form is shown", () => {
    const titleOf = (refused: string | null) =>
      JSON.stringify(formMeta({ data: { refused } } as never)).includes("Create a");
    const refusals = [null, "invite", "closed", "dead"];
    expect(refusals.map(titleOf)).toEqual([true, false, false, false]);
  });

  it.each(["unknown", "x".repeat(5000)])("returns 410 for %s", async (secret) => {
    expect((await byCall(person(secret))).status).toBe(410);
  });
});

describe("/admin/invitations", () => {
  const send = (session: string, fields: Record<string, string>) =>
    submit(adminAction, "/admin/invitations", fields, { session });
  const list = async (session: string) => {
    const { data } = await load(adminLoader, "/admin/invitations", { session });
    return (data as { list: { rows: { id: string; email: string; state: string }[] } }).list.rows;
  };

  it("creates a link to hand over, shown once and stored as a hash", async () => {
    const { secret } = await createSignedIn({ isAdmin: true });
    const { data } = await send(secret, { intent: "create", emails: "", note: "Aunt Ruth" });
    const { link } = data as { link: string };
    expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/register\?invitation=[\w-]{20,}$/);
    expect(await list(secret)).toMatchObject([{ state: "waiting", note: "Aunt Ruth", email: "" }]);
    const stored = JSON.stringify([await InvitationModel.find({}).lean(), await list(secret)]);
    expect(stored).not.toContain(secretOf(link));
  });

  it("creates a short code that registers one account, typed in small letters with spaces", async () => {
    const { secret } = await createSignedIn({ isAdmin: true });
    const { data } = await send(secret, { intent: "create", note: "" });
    const { code, qrSvg } = data as { code: string; qrSvg: string };
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(qrSvg).toMatch(/^<svg/);
    const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    const opened = await page(`?invitation=${encodeURIComponent(typed)}`);
    expect(opened).toMatchObject({ status: 200, data: { refused: null } });
    expect(await page("?invitation=0000-0000-0000")).toMatchObject({ status: 410 });
    expect(JSON.stringify(await InvitationModel.find({}).lean())).not.toContain(code.replaceAll("-", ""));
    expect((await byForm(person(typed))).status).toBe(302);
    expect((await byForm(person(code))).status).toBe(410);
  });

  it("creates and emails one per address and reports the invalid ones", async () => {
    const { secret, user } = await createSignedIn({ isAdmin: true });
    const wrong = await send(secret, { intent: "create", emails: "one@example.test\nnobody", note: "" });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.data)).toContain("“nobody” is not an email address.");
    const known = await send(secret, { intent: "create", emails: user.email, note: "" });
    expect(known.status).toBe(409);
    expect(await InvitationModel.countDocuments({})).toBe(0);
    const emails = "one@example.test\n two@example.test\n\nOne@example.test";
    expect((await send(secret, { intent: "create", emails, note: "" })).status).toBe(302);
    const listed = (await list(secret)).map(({ email }) => email).sort();
    expect(listed).toEqual(["One@example.test", "two@example.test"]);
    expect(await OutgoingMailModel.countDocuments({ kind: "invitation" })).toBe(2);
    expect(await AuditEventModel.countDocuments({ kind: "invitation.created", actorId: user._id })).toBe(2);
    const many = Array.from({ length: 51 }, (_, n) => `p${n}@example.test`).join("\n");
    expect((await send(secret, { intent: "create", emails: many, note: "" })).status).toBe(400);
  });

  it("withdraws an invitation, which then is invalid", async () => {
    const { secret } = await createSignedIn({ isAdmin: true });
    const invited = await newSecret();
    const [line] = await list(secret);
    const withdraw = { intent: "withdraw", invitationId: line?.id ?? "" };
    expect((await send(secret, withdraw)).status).toBe(302);
    expect((await send(secret, withdraw)).status).toBe(404);
    expect(await list(secret)).toMatchObject([{ state: "withdrawn" }]);
    expect((await byCall(person(invited))).status).toBe(410);
  });
});

describe("npm run admin -- invite", () => {
  beforeEach(() => {
    env.REGISTRATION = "closed";
  });
  const linkIn = (output: string) => output.split("\n")[0] ?? "";

  it("prints a link that works once although registration is closed", async () => {
    const output = await admin(["invite"]);
    expect(output).toMatch(/^http:\S+invitation=[\w-]{20,}\nThe link works once, for seven days\.$/);
    expect(await OutgoingMailModel.countDocuments({})).toBe(0);
    const secret = secretOf(linkIn(output));
    expect(JSON.stringify(await InvitationModel.find({}).lean())).not.toContain(secret);
    expect((await byForm(person(secret))).location).toMatch(/^\/verify-email/);
  });

  it("emails the link to an address", async () => {
    const output = await admin(["invite", "--email", "uncle@example.test"]);
    expect(output).toMatch(/It is also emailed to uncle@example\.test when the server runs\.$/);
    expect(await OutgoingMailModel.countDocuments({ kind: "invitation" })).toBe(1);
    expect(await InvitationModel.findOne().lean()).toMatchObject({ email: "uncle@example.test" });
  });

  it("rejects an invalid address and one with an account", async () => {
    const { email } = await createUser();
    await expect(admin(["invite", "--email", "nobody"])).rejects.toThrow("That is not an email address.");
    await expect(admin(["invite", "--email", email])).rejects.toThrow(REGISTRATION_TEXTS.emailTaken);
    expect(await InvitationModel.countDocuments({})).toBe(0);
  });
});
