import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { storedBytes } from "#models/db/queries.server";
import { PendingSignInModel } from "#models/pending-sign-in.server";
import {
  consumePendingSignIn,
  decodePendingSignIn,
  encodePendingSignIn,
} from "~/domain/identity/two-step.server";
import { setClock } from "~/platform/clock";
import { deriveKey, open, openForOperator } from "~/platform/encryption.server";

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

describe("sign-in to a sealed journal between password and code", () => {
  it("unwraps the keys with cookie and record, and not with every server secret alone", async () => {
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

  it("consumes the record once among concurrent requests", async () => {
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
