import { nextUserId, UserModel, type UserRecord } from "#models/user.server";
import { ownPlan } from "#tests/support/own-plan";
import { startSession } from "~/domain/identity/sessions.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { now } from "~/platform/clock";
import { newWrappedKey } from "~/platform/encryption.server";
import { hashPassword } from "~/platform/passwords.server";

/** The password of all test users. */
export const PASSWORD = "Stillness7";

let hash: Promise<string> | undefined;

/** Stores a verified user; `overrides` replace fields of the record. */
export async function createUser(overrides: Partial<UserRecord> = {}): Promise<UserRecord> {
  const id = overrides._id ?? (await nextUserId());
  const username = overrides.username ?? `person_${id}`;
  const email = overrides.email ?? `${username}@example.test`;
  hash ??= hashPassword(PASSWORD);
  const record = {
    _id: id,
    username,
    usernameKey: username.toLowerCase(),
    email,
    emailKey: email.toLowerCase(),
    passwordHash: await hash,
    emailVerifiedAt: now(),
    securityStamp: "stamp",
    crypto: newWrappedKey(`users|${id}`),
    createdAt: now(),
    ...ownPlan(overrides.subscriptionTier ?? "free", overrides.createdAt ?? now()),
    ...overrides,
    // The user has answered the questions of the first visit.
    prayer: { ...DEFAULT_PRAYER, length: 10 as const, ...overrides.prayer },
  };
  await UserModel.create(record);
  return (await UserModel.findById(id).lean()) as UserRecord;
}

/** A stored user as use cases see it. */
export async function createMember(overrides: Partial<UserRecord> = {}): Promise<Member> {
  return memberFrom(await createUser(overrides));
}

/** The member as stored now. */
export async function readMember(id: number): Promise<Member> {
  return memberFrom((await UserModel.findById(id).lean()) as UserRecord);
}

/** A stored, signed-in user with the session cookie's secret. */
export async function createSignedIn(
  overrides: Partial<UserRecord> = {},
): Promise<{ user: UserRecord; secret: string }> {
  const user = await createUser(overrides);
  const { secret } = await startSession(user, { remember: false, device: "Test" });
  return { user, secret };
}
