import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import mongoose from "mongoose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embeddedEngine } from "#models/db/connection.server";
import { storedBytes } from "#models/db/queries.server";
import { PendingSignInModel, SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, createUser } from "#tests/factories/user";
import { operationsOf, tripsOf } from "#tests/support/count-round-trips";
import { flushUses } from "~/domain/identity/session-use.server";
import { endSession, isAdminOpen, memberOfSession, startSession } from "~/domain/identity/sessions.server";
import {
  consumePendingSignIn,
  decodePendingSignIn,
  encodePendingSignIn,
} from "~/domain/identity/two-step.server";
import { setClock } from "~/platform/clock";
import { deriveKey, open, openForOperator } from "~/platform/encryption.server";
import {
  abortPasswordJobs,
  closePasswordPool,
  hashPassword,
  PasswordsBusyError,
  rejectQueuedPasswordJobs,
} from "~/platform/passwords.server";
import { hashToken } from "~/platform/signing.server";

describe("session cache", () => {
  /** Connection that writes like another process, past the cache of this one. */
  let other: mongoose.mongo.MongoClient;
  beforeAll(async () => {
    const uri = process.env.MONGODB_URI || readFileSync(`${process.env.DATA_DIR}/mongodb.uri`, "utf8").trim();
    other = await new mongoose.mongo.MongoClient(uri).connect();
  });
  afterAll(() => other.close());

  const users = () => other.db().collection<{ _id: number }>("users");
  const sessions = () => other.db().collection<{ _id: string }>("sessions");

  it("reads session and user concurrently, and only once until one of them changes", async () => {
    const { secret } = await createSignedIn();
    expect(await tripsOf(() => memberOfSession(secret))).toEqual([["findOne", "findOne"]]);
    const isHere = embeddedEngine() !== undefined;
    expect(await operationsOf(() => memberOfSession(secret))).toHaveLength(isHere ? 0 : 2);
  });

  it("returns no member when the user id in a secret is missing or another user's", async () => {
    const { user } = await createSignedIn();
    const someone = await createUser();
    const { secret } = await startSession(user, { remember: false, device: "Test" });
    const [random = ""] = secret.split(".");
    for (const made of [random, `${random}.${someone._id.toString(36)}`, `${random}.0.`, `${random}.ZZ`]) {
      await SessionModel.create({
        ...(await SessionModel.findById(hashToken(secret)).lean()),
        _id: hashToken(made),
      });
      expect(await memberOfSession(made)).toBeNull();
    }
    expect((await memberOfSession(secret))?.id).toBe(user._id);
  });

  it("keeps the newest twenty sessions, in order of creation even if the clock is set back", async () => {
    const user = await createUser();
    const begin = () => startSession(user, { remember: false, device: "Test" });
    setClock(() => new Date("2026-11-23T08:00:00Z"));
    const { secret: oldest } = await begin();
    setClock(() => new Date("2026-11-23T08:00:01Z"));
    for (let nth = 1; nth < 20; nth++) await begin();
    expect(await memberOfSession(oldest)).not.toBeNull();
    setClock(() => new Date("2026-11-22T08:00:00Z"));
    const { secret } = await begin();
    expect((await memberOfSession(secret))?.id).toBe(user._id);
    expect(await memberOfSession(oldest)).toBeNull();
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(20);
  });

  it("returns no member when another process ends the session during a read", async () => {
    const { user } = await createSignedIn();
    for (let round = 0; round < 25; round++) {
      const { secret } = await startSession(user, { remember: false, device: "Test" });
      expect(await memberOfSession(secret)).not.toBeNull();
      const asking = Array.from({ length: round % 5 }, () => memberOfSession(secret));
      if (round % 2) await endSession(secret);
      else await sessions().deleteOne({ _id: hashToken(secret) });
      expect(await memberOfSession(secret)).toBeNull();
      await Promise.all(asking);
      expect(await memberOfSession(secret)).toBeNull();
    }
  });

  it("returns the changed member when another process changes the user during a read", async () => {
    const { user, secret } = await createSignedIn();
    for (let round = 0; round < 25; round++) {
      const asking = Array.from({ length: round % 5 }, () => memberOfSession(secret));
      await users().updateOne({ _id: user._id }, { $set: { firstName: `Name ${round}` } });
      expect((await memberOfSession(secret))?.firstName).toBe(`Name ${round}`);
      await Promise.all(asking);
      expect((await memberOfSession(secret))?.firstName).toBe(`Name ${round}`);
    }
    await users().updateOne({ _id: user._id }, { $set: { status: "disabled" } });
    expect(await memberOfSession(secret)).toBeNull();
  });
});

describe("pending sign-in between password and code", () => {
  const keys = randomBytes(96);
  const PENDING = {
    userId: 7,
    email: "ann@example.test",
    securityStamp: "stamp",
    remember: false,
    redirectTo: "/journal",
  };
  const PLACE = "pendingSignIn|7|stamp";
  const at = new Date("2026-11-23T08:00:00Z");
  beforeEach(() => setClock(() => at));

  const contentOf = (cookie: string) =>
    JSON.parse(Buffer.from(cookie.split(".")[0] ?? "", "base64url").toString()) as { sealedKeys: string };

  it("unwraps the keys only with both cookie and record", async () => {
    const cookie = await encodePendingSignIn({ ...PENDING, keys });
    expect(await decodePendingSignIn(cookie)).toMatchObject({ ...PENDING, keys });
    const { half } = await PendingSignInModel.findOne().orFail().lean();
    const outer = openForOperator(Buffer.from(contentOf(cookie).sealedKeys, "base64"), PLACE);
    const inner = Buffer.from(outer, "base64");
    expect(inner.includes(keys)).toBe(false);
    expect(open(deriveKey(Buffer.from(storedBytes(half)), "pending-sign-in"), inner, PLACE)).toEqual(keys);
    await PendingSignInModel.deleteMany({});
    expect(await decodePendingSignIn(cookie)).toBeNull();
  });

  it("rejects the record after five minutes, before the database removes it", async () => {
    const cookie = await encodePendingSignIn({ ...PENDING, keys });
    const { expiresAt } = await PendingSignInModel.findOne().orFail().lean();
    expect(expiresAt.getTime() - at.getTime()).toBe(300_000);
    setClock(() => new Date(at.getTime() + 299_999));
    expect(await decodePendingSignIn(cookie)).not.toBeNull();
    setClock(() => expiresAt);
    expect(await decodePendingSignIn(cookie)).toBeNull();
  });

  it("consumes the record once when two requests arrive concurrently", async () => {
    const pending = await decodePendingSignIn(await encodePendingSignIn({ ...PENDING, keys }));
    const ends = await Promise.all([
      consumePendingSignIn(pending ?? {}),
      consumePendingSignIn(pending ?? {}),
    ]);
    expect(ends.toSorted()).toEqual([false, true]);
    expect(await PendingSignInModel.countDocuments({})).toBe(0);
  });

  it("needs no record when the journal is not sealed", async () => {
    const cookie = await encodePendingSignIn(PENDING);
    expect(await decodePendingSignIn(cookie)).toEqual(PENDING);
    expect(await PendingSignInModel.countDocuments({})).toBe(0);
    expect(await consumePendingSignIn({})).toBe(true);
  });
});

describe("session use", () => {
  const at = (text: string) => setClock(() => new Date(text));
  beforeEach(() => at("2026-11-21T12:00:00Z"));

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

  it("extends the access to the administrators' area", async () => {
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

describe("passwords", () => {
  it("rejects queued password jobs at shutdown and finishes running ones", async () => {
    const threads = Math.max(1, availableParallelism() - 1);
    const hashes = Array.from({ length: threads + 3 }, (_, n) => hashPassword(`Stillness ${n}`));
    rejectQueuedPasswordJobs();
    const results = await Promise.allSettled(hashes);
    expect(results.map(({ status }) => status)).toEqual(
      results.map((_, n) => (n < threads ? "fulfilled" : "rejected")),
    );
    for (const one of results)
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(PasswordsBusyError);
    // A free worker still hashes without a queue.
    await expect(hashPassword("Stillness")).resolves.toMatch(/^v1\$/);
  });

  it("rejects running and new password jobs when shutdown aborts them", async () => {
    const begun = hashPassword("Stillness").catch((error: unknown) => error);
    abortPasswordJobs();
    await expect(begun).resolves.toBeInstanceOf(PasswordsBusyError);
    await expect(hashPassword("Stillness")).rejects.toBeInstanceOf(PasswordsBusyError);
    await closePasswordPool();
    await expect(hashPassword("Stillness")).resolves.toMatch(/^v1\$/);
  });
});
