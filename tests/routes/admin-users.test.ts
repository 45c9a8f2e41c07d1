import { beforeEach, describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createSignedIn, createUser, PASSWORD } from "#tests/factories/user";
import { load, submit } from "#tests/support/request";
import { listUsers, readUser, type UserFilters } from "~/domain/administration/users/users.server";
import { verifyAuditLog } from "~/domain/operations/audit-log.server";
import { setClock } from "~/platform/clock";
import { loader as userLoader } from "~/routes/admin/user";
import { action as act, loader as confirmLoader } from "~/routes/admin/user-action";
import { loader as usersLoader } from "~/routes/admin/users";
import { loader as csvLoader } from "~/routes/admin/users-file";

type Line = { id: number; username: string };
let secret = "";
let warden = 0;
beforeEach(async () => {
  const { user, secret: session } = await createSignedIn({ isAdmin: true, username: "warden" });
  [secret, warden] = [session, user._id];
});

async function usersAt(query = "") {
  return (await load(usersLoader, `/admin/users${query}`, { session: secret })).data as {
    rows: Line[];
    next: string | null;
  };
}

describe("the list of users", () => {
  it("filters by plan, verification, state and role", async () => {
    await createUser({ username: "free_one" });
    await createUser({ username: "grown", subscriptionTier: "tier1" });
    await createUser({ username: "formed", subscriptionTier: "tier2", emailVerifiedAt: null });
    await createUser({ username: "shut", status: "locked" });
    await createUser({ username: "going", status: "deleting" });
    const names = async (query: string) => (await usersAt(query)).rows.map(({ username }) => username);
    expect(await names("")).toEqual(["going", "shut", "formed", "grown", "free_one", "warden"]);
    expect(await names("?tier=tier1")).toEqual(["grown"]);
    expect(await names("?verified=no")).toEqual(["formed"]);
    expect(await names("?verified=yes&tier=tier2")).toEqual([]);
    expect(await names("?status=locked")).toEqual(["shut"]);
    expect(await names("?status=deleting")).toEqual(["going"]);
    expect(await names("?admin=1")).toEqual(["warden"]);
    expect(await names("?tier=nonsense&status[$ne]=active")).toHaveLength(6);
  });

  it("finds accounts whose last use is more than a year ago", async () => {
    setClock(() => new Date("2026-11-21T12:00:00Z"));
    await createUser({ username: "present", lastUsedMonth: "2025-11" });
    await createUser({ username: "away", lastUsedMonth: "2025-10" });
    const { rows } = await listUsers({ unused: true });
    expect(rows).toMatchObject([{ username: "away", isUnused: true }]);
  });

  it("finds users by id and by the beginning of a username or an email address", async () => {
    const anna = await createUser({ username: "Anna_B", email: "zoe@example.test" });
    await createUser({ username: "zoe_c", email: "anna.c@example.test" });
    await createUser({ username: "other", email: "other@example.test" });
    const names = async (q: string) =>
      (await usersAt(`?q=${encodeURIComponent(q)}`)).rows.map(({ username }) => username);
    expect(await names("anna")).toEqual(["Anna_B", "zoe_c"]);
    expect(await names("ZOE@")).toEqual(["Anna_B"]);
    expect(await names(String(anna._id))).toContain("Anna_B");
    expect(await names(".*")).toEqual([]);
    expect(await names("<script>")).toEqual([]);
  });

  it.each<[string, UserFilters]>([
    ["everyone", {}],
    ["a search by name", { q: "person_" }],
    ["a search that finds names and addresses", { q: "p" }],
  ])("pages through %s, each once", async (_name, filters) => {
    for (let n = 0; n < 23; n++)
      await createUser({
        username: n % 3 ? `person_${n}` : `q_${n}`,
        email: n % 4 ? `p${n}@example.test` : `x${n}@example.test`,
      });
    const all = await listUsers(filters, null, 500);
    expect(all.next).toBeNull();
    for (const size of [1, 4, 7]) {
      const seen: number[] = [];
      let page: string | null = null;
      do {
        const found = await listUsers(filters, page, size);
        expect(found.isFirst).toBe(page === null);
        expect(found.rows.length).toBeLessThanOrEqual(size);
        seen.push(...found.rows.map(({ id }) => id));
        page = found.next;
      } while (page !== null);
      expect(seen).toEqual(all.rows.map(({ id }) => id));
    }
  });
});

describe("the page of a user", () => {
  it("shows states and no counts, and responds 404 to an unknown id", async () => {
    const member = await createMember({ firstName: "Ruth", lastName: "Moab" });
    await createEntry(member, { content: { title: "A hidden title", body: "hidden words" } });
    const see = async (userId: string) => {
      return load(userLoader, `/admin/users/${userId}`, { session: secret, params: { userId } });
    };
    const page = await see(String(member.id));
    expect(page.data).toMatchObject({ user: { firstName: "Ruth", isUnused: false } });
    expect(JSON.stringify(page.data)).not.toMatch(
      /hidden|entries|drafts|lastSeen|lastUsed|passwordHash|securityStamp|sealed|wrappedKey/,
    );
    for (const nobody of ["999999", "0", "-1", "x", "1e3", "9".repeat(40)])
      expect((await see(nobody)).status).toBe(404);
  });
});

async function submitAction(userId: number, action: string, fields: Record<string, string> = {}) {
  return submit(
    act,
    `/admin/users/${userId}/${action}`,
    { intent: "confirm", ...fields },
    { session: secret, params: { userId: String(userId), action } },
  );
}

const kinds = async () => (await AuditEventModel.find().sort({ _id: 1 }).lean()).map(({ kind }) => kind);

describe("actions on an account", () => {
  it("have a confirmation page that changes nothing", async () => {
    const { _id } = await createUser();
    const open = (action: string) =>
      load(confirmLoader, `/admin/users/${_id}/${action}`, {
        session: secret,
        params: { userId: String(_id), action },
      });
    expect((await open("lock")).data).toMatchObject({ possible: true, step: { asks: true } });
    expect((await open("explode")).status).toBe(404);
  });

  it("end every session on lock, and reactivate the account on unlock", async () => {
    const { user } = await createSignedIn();
    expect(await submitAction(user._id, "lock", { currentPassword: PASSWORD })).toMatchObject({
      status: 302,
      location: `/admin/users/${user._id}`,
    });
    expect((await UserModel.findById(user._id).lean())?.status).toBe("locked");
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
    expect((await submitAction(user._id, "lock", { currentPassword: PASSWORD })).status).toBe(409);
    expect((await submitAction(user._id, "unlock")).status).toBe(302);
    expect((await UserModel.findById(user._id).lean())?.status).toBe("active");
    expect(await kinds()).toEqual(expect.arrayContaining(["admin.account_locked", "admin.account_unlocked"]));
    expect((await verifyAuditLog()).brokenAt).toBeNull();
  });

  it.each(["lock", "make-admin", "remove-admin"])(
    "%s needs the administrator's own password",
    async (action) => {
      const { _id } = await createUser({ isAdmin: action === "remove-admin" });
      expect((await submitAction(_id, action)).status).toBe(400);
      const wrong = await submitAction(_id, action, { currentPassword: "Not-mine-7" });
      expect(wrong.status).toBe(401);
      expect(JSON.stringify(wrong.data)).not.toContain("Not-mine-7");
      expect(await kinds()).not.toContainEqual(expect.stringMatching(/^admin\./));
      expect((await submitAction(_id, action, { currentPassword: PASSWORD })).status).toBe(302);
    },
  );

  it("respond 409 when they would lock or demote oneself, or delete an administrator", async () => {
    await createUser({ _id: 1 });
    const other = await createUser({ isAdmin: true });
    const refuse = async (id: number, ...actions: string[]) => {
      for (const action of actions) {
        const { status } = await submitAction(id, action, { currentPassword: PASSWORD });
        expect([id, action, status]).toEqual([id, action, 409]);
      }
    };
    await refuse(1, "lock", "delete", "remove-admin");
    await UserModel.updateOne({ _id: 1 }, { isAdmin: true });
    await refuse(1, "remove-admin");
    await refuse(warden, "lock", "remove-admin");
    await refuse(other._id, "delete");
    expect(await UserModel.countDocuments({ status: "active", isAdmin: true })).toBe(3);
    expect((await submitAction(424242, "unlock")).status).toBe(404);
  });

  it("end the sessions of a new administrator", async () => {
    const { user } = await createSignedIn();
    await submitAction(user._id, "make-admin", { currentPassword: PASSWORD });
    const after = await UserModel.findById(user._id).lean();
    expect(after?.isAdmin).toBe(true);
    expect(after?.securityStamp).not.toBe(user.securityStamp);
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
  });

  it("respond 429 when a second verification email exceeds the rate limit", async () => {
    const { _id } = await createUser({ emailVerifiedAt: null });
    expect((await submitAction(_id, "resend-verification")).status).toBe(302);
    expect((await submitAction(_id, "resend-verification")).status).toBe(429);
    expect((await submitAction(_id, "reset-mail")).status).toBe(302);
    const { pendingMail } = (await UserModel.findById(_id).lean()) ?? { pendingMail: [] };
    expect(pendingMail.map(({ kind }) => kind)).toEqual(["verify-email", "reset-password"]);
  });

  it("grant a plan, extend it and withdraw it", async () => {
    const { _id } = await createUser();
    const gift = { tier: "tier2", days: "30" };
    expect((await submitAction(_id, "plan", { ...gift, days: "0" })).status).toBe(400);
    expect((await submitAction(_id, "plan", { days: "3" })).status).toBe(400);
    expect((await submitAction(_id, "plan", gift)).status).toBe(302);
    const first = await readUser(_id);
    expect(first).toMatchObject({ tier: "tier2", planSource: "gift", hasGift: true });
    expect((await submitAction(_id, "plan", gift)).status).toBe(302);
    const later = await readUser(_id);
    const days = ((later?.planEndsAt?.getTime() ?? 0) - (first?.planEndsAt?.getTime() ?? 0)) / 86_400_000;
    expect(days).toBe(30);
    expect((await submitAction(_id, "take-plan")).status).toBe(302);
    expect(await readUser(_id)).toMatchObject({ tier: "free", hasGift: false });
    expect(await kinds()).toEqual(expect.arrayContaining(["plan.given", "plan.taken"]));
  });

  it("start a deletion with the password", async () => {
    const { user } = await createSignedIn();
    const password = { currentPassword: PASSWORD };
    expect((await submitAction(user._id, "delete")).status).toBe(400);
    expect((await submitAction(user._id, "delete", password)).status).toBe(302);
    expect((await UserModel.findById(user._id).lean())?.status).toBe("deleting");
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(0);
    expect(await kinds()).toContain("account.deletion_started");
  });
});

describe("the CSV file of the list", () => {
  const download = (secret: string | undefined, query = "") =>
    load(csvLoader, `/admin/users/export${query}`, { session: secret });

  it("contains the filtered users, escapes formulas, and is recorded in the audit log", async () => {
    await createUser({ username: "grown", email: "=cmd@example.test", subscriptionTier: "tier1" });
    await createUser({ username: "free_one" });
    const file = await download(secret, "?tier=tier1");
    expect(file.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(file.headers.get("Cache-Control")).toMatch(/no-store/);
    const lines = String(file.data).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^\d+,grown,'=cmd@example\.test,tier1,gift,yes,active,no,/);
    expect(await kinds()).toContain("admin.users_exported");
  });

  it("redirects visitors and members without recording an export", async () => {
    expect(await download(undefined)).toMatchObject({ status: 302, location: "/admin-login" });
    const { secret } = await createSignedIn();
    expect(await download(secret)).toMatchObject({ status: 302, location: "/dashboard" });
    expect(await kinds()).not.toContain("admin.users_exported");
  });

  it("contains every user when the list has several pages", { tags: ["release"] }, async () => {
    const template = await createUser({ username: "first" });
    await UserModel.insertMany(
      Array.from({ length: 620 }, (_, n) => ({
        ...template,
        _id: 10_000 + n,
        username: `many_${n}`,
        usernameKey: `many_${n}`,
        email: `m${n}@example.test`,
        emailKey: `m${n}@example.test`,
      })),
    );
    const file = await download(secret, "?q=many_");
    expect(String(file.data).trim().split("\r\n")).toHaveLength(621);
  });
});
