import { readFileSync } from "node:fs";
import mongoose from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedEngine } from "#models/db/connection.server";
import { SessionModel } from "#models/session.server";
import { createSignedIn, createUser } from "#tests/factories/user";
import { operationsOf, tripsOf } from "#tests/support/count-round-trips";
import { endSession, memberOfSession, startSession } from "~/domain/identity/sessions.server";
import { setClock } from "~/platform/clock";
import { hashToken } from "~/platform/signing.server";

/** Another process: its writes bypass this one's code. */
let other: mongoose.mongo.MongoClient;
beforeAll(async () => {
  const uri = process.env.MONGODB_URI || readFileSync(`${process.env.DATA_DIR}/mongodb.uri`, "utf8").trim();
  other = await new mongoose.mongo.MongoClient(uri).connect();
});
afterAll(() => other.close());

const users = () => other.db().collection<{ _id: number }>("users");
const sessions = () => other.db().collection<{ _id: string }>("sessions");

describe("the session cache", () => {
  it("reads session and user concurrently, and only once until one of them changes", async () => {
    const { secret } = await createSignedIn();
    expect(await tripsOf(() => memberOfSession(secret))).toEqual([["findOne", "findOne"]]);
    const isHere = embeddedEngine() !== undefined;
    expect(await operationsOf(() => memberOfSession(secret))).toHaveLength(isHere ? 0 : 2);
  });

  it("finds nothing for a secret without a user id or with another user's", async () => {
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

  it("holds at most twenty sessions including the newest when a fast clock made the others", async () => {
    const user = await createUser();
    const begin = () => startSession(user, { remember: false, device: "Test" });
    setClock(() => new Date("2026-11-23T08:00:00Z"));
    for (let nth = 0; nth < 20; nth++) await begin();
    setClock(() => new Date("2026-11-22T08:00:00Z"));
    const { secret } = await begin();
    expect((await memberOfSession(secret))?.id).toBe(user._id);
    expect(await SessionModel.countDocuments({ userId: user._id })).toBe(20);
  });

  it("is current when another process ends the session during a read", async () => {
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

  it("is current when another process changes the user during a read", async () => {
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
