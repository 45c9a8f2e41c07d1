import { beforeEach, describe, expect, it } from "vitest";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser } from "#tests/factories/user";
import { listUsers } from "~/domain/administration/users/users.server";
import { flushUses } from "~/domain/identity/session-use.server";
import { isAdminOpen, memberOfSession } from "~/domain/identity/sessions.server";
import { setClock } from "~/platform/clock";

const at = (text: string) => setClock(() => new Date(text));
beforeEach(() => at("2026-11-21T12:00:00Z"));

describe("an administrator", () => {
  it("can list accounts that were not used for a year", async () => {
    await createUser({ username: "present", lastUsedMonth: "2025-11" });
    await createUser({ username: "away", lastUsedMonth: "2025-10" });
    const { rows } = await listUsers({ unused: true });
    expect(rows).toMatchObject([{ username: "away", isUnused: true }]);
  });
});

describe("use", () => {
  it("extends a session in memory at once, and in the database when buffered uses are written", async () => {
    const { user, secret } = await createSignedIn({ lastUsedMonth: "2026-10" });
    const stored = () => SessionModel.findOne({ userId: user._id }).lean();
    const begun = (await stored())?.expiresAt;
    at("2026-11-21T12:29:00Z");
    expect(await memberOfSession(secret)).not.toBeNull();
    expect((await stored())?.expiresAt).toEqual(begun);
    at("2026-11-21T12:58:00Z");
    expect(await memberOfSession(secret)).not.toBeNull();
    await flushUses();
    expect((await stored())?.expiresAt).toEqual(new Date("2026-11-21T13:28:00Z"));
    expect(await UserModel.findById(user._id).lean()).toMatchObject({ lastUsedMonth: "2026-11" });
    at("2026-11-21T13:29:00Z");
    expect(await memberOfSession(secret)).toBeNull();
  });

  it("keeps the administrators' area open in the same way", async () => {
    const { secret } = await createSignedIn({ isAdmin: true });
    at("2026-11-21T12:14:00Z");
    expect(await isAdminOpen(secret, true)).toBe(true);
    at("2026-11-21T12:28:00Z");
    expect(await isAdminOpen(secret, true)).toBe(true);
    await flushUses();
    at("2026-11-21T12:42:00Z");
    expect(await isAdminOpen(secret, false)).toBe(true);
    at("2026-11-21T12:44:00Z");
    expect(await isAdminOpen(secret, false)).toBe(false);
  });
});
