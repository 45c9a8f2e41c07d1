import mongoose, { Schema } from "mongoose";
import { describe, expect, it } from "vitest";
import { createNewIndexes, defineModel } from "#models/db/define-model.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { SessionModel } from "#models/session.server";
import { nextUserId, UserModel } from "#models/user.server";
import { createUser } from "#tests/factories/user";
import { operationsOf } from "#tests/support/count-round-trips";
import "#models/all.server";

const entry = (overrides: object) => ({
  _id: "AAAAAAAAAAAAAAAAAAAAAA",
  userId: 2,
  kind: "free" as const,
  slot: "none" as const,
  status: "draft" as const,
  forDate: "2026-11-21",
  createdAt: new Date(),
  updatedAt: new Date(),
  version: 1,
  sealed: Buffer.from("sealed"),
  ...overrides,
});

describe("user ids", () => {
  it("start at 2 and are unique under concurrency", async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, nextUserId));
    expect(Math.min(...ids)).toBe(2);
    expect(new Set(ids).size).toBe(50);
  });
});

describe("unique indexes", () => {
  it("reject an equal user name or email address and name the field", async () => {
    await createUser({ username: "ann", email: "ann@example.test" });
    const equalName = await createUser({ username: "ANN", email: "other@example.test" }).catch(
      (error: unknown) => error,
    );
    expect(duplicateKeyFields(equalName)).toEqual(["usernameKey"]);
    const address = await createUser({ username: "other", email: "ANN@example.test" }).catch(
      (error: unknown) => error,
    );
    expect(duplicateKeyFields(address)).toEqual(["emailKey"]);
  });

  it("allow each user one draft of a kind and any number of finished entries", async () => {
    await JournalEntryModel.create(entry({ draftKey: "free" }));
    const second = await JournalEntryModel.create(entry({ _id: "B", draftKey: "free" })).catch(
      (error: unknown) => error,
    );
    expect(duplicateKeyFields(second)).toEqual(["userId", "draftKey"]);
    await JournalEntryModel.create(entry({ _id: "C", userId: 3, draftKey: "free" }));
    await JournalEntryModel.create([
      entry({ _id: "D", status: "final" }),
      entry({ _id: "E", status: "final" }),
    ]);
    expect(await JournalEntryModel.countDocuments()).toBe(4);
  });
});

describe("indexes", () => {
  it("exist for every declaration of a model", async () => {
    for (const model of Object.values(mongoose.models)) {
      expect((await model.diffIndexes()).toCreate, model.modelName).toEqual([]);
    }
  });

  it("let sessions, counters and submissions expire", async () => {
    for (const name of ["sessions", "loginAttempts", "submissions", "heldPosts", "outgoingMail"]) {
      const indexes = await mongoose.connection.db?.collection(name).indexes();
      expect(
        indexes?.some(({ expireAfterSeconds }) => expireAfterSeconds === 0),
        name,
      ).toBe(true);
    }
  });
});

describe("values", () => {
  it("are read as stored: bytes, dates, lists, null", async () => {
    const at = new Date("2026-03-01T10:20:30.456Z");
    const user = await createUser({ verificationMailAt: [at], deleteAfter: null, firstName: "Zoë 🕊" });
    const read = await UserModel.findById(user._id);
    expect(read?.verificationMailAt).toEqual([at]);
    expect(read?.deleteAfter).toBeNull();
    expect(read?.firstName).toBe("Zoë 🕊");
    expect(Buffer.isBuffer(read?.crypto.wrappedKey)).toBe(true);
  });

  it("are rejected in a filter on a field that no schema declares", async () => {
    await expect(SessionModel.findOne({ nonsense: 1 } as object).exec()).rejects.toThrow("strictQuery");
  });
});

it("creates indexes again only after the declarations have changed", async () => {
  await createNewIndexes();
  expect(await operationsOf(createNewIndexes)).toEqual([]);
  const name = "Passing";
  const model = defineModel(name, new Schema({ n: Number }).index({ n: 1 }));
  try {
    expect(await operationsOf(createNewIndexes)).toContain("createIndex");
    expect(Object.keys(await model.collection.indexInformation())).toEqual(["_id_", "n_1"]);
    expect(await operationsOf(createNewIndexes)).toEqual([]);
  } finally {
    await model.collection.drop();
    mongoose.deleteModel(name);
  }
});
