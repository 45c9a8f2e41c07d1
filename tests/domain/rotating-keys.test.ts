import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, describe, expect, inject, it } from "vitest";
import { storedBytes } from "#models/db/queries.server";
import { ContactMessageModel } from "#models/form-submission.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel } from "#models/user.server";
import { createMember } from "#tests/factories/user";
import { aroundWrites } from "#tests/support/stop-at-write";
import { keyIdsInUse, rotateKeyRing } from "~/domain/administration/rotate-key-ring.server";
import { DAY } from "~/domain/calendar/durations";
import { recordDeletion, sidecarFolder } from "~/domain/identity/backup-sidecar.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { encryptFile } from "~/platform/backup-file.server";
import { setClock } from "~/platform/clock";
import { sealForOperator, unwrapKey, wrapKey } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { reloadKeyRing, secrets } from "~/platform/secrets.server";

const file = path.join(env.DATA_DIR, "secrets.json");
const children: ChildProcess[] = [];

const firstRing = readFileSync(file);
const backups = path.join(env.DATA_DIR, "backups");

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

afterAll(() => {
  rmSync(backups, { recursive: true, force: true });
  writeFileSync(file, firstRing);
  reloadKeyRing();
});

/** A rotation in another process, on this process's data folder, ready to start. */
const rotation = ({ slowDiskMs = 0 } = {}) => childOf("rotate", { SLOW_DISK_MS: String(slowDiskMs) });

async function childOf(module: string, settings: Record<string, string>): Promise<ChildProcess> {
  const child = fork("tests/support/start-child.mjs", [`rotating-child/${module}`], {
    env: { ...process.env, ...settings },
    execArgv: ["--import", path.resolve("tests/support/rotating-child/slow-disk.mjs")],
  });
  children.push(child);
  expect(await once(child, "message")).toEqual(["ready", undefined]);
  return child;
}

/** Starts the rotation and waits for its end. @returns its last message */
async function run(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit");
  let last: unknown;
  child.on("message", (message) => (last = message));
  child.send("go on");
  expect(await ended).toEqual([0, null]);
  return last;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const idsInFile = () =>
  (JSON.parse(readFileSync(file, "utf8")) as { encryptionKeys: { id: string }[] }).encryptionKeys.map(
    ({ id }) => id,
  );
const temporaryFiles = () => readdirSync(env.DATA_DIR).filter((name) => name.startsWith("secrets.json."));

/** The current data key of each user. */
async function keysOf(members: readonly Member[]): Promise<string[]> {
  const records = await UserModel.find({ _id: { $in: members.map(({ id }) => id) } })
    .sort({ _id: 1 })
    .lean();
  return records.map(({ _id, crypto }) =>
    unwrapKey({ ...crypto, wrappedKey: storedBytes(crypto.wrappedKey) }, `users|${_id}`).toString("hex"),
  );
}

const createMembers = (count: number) => Promise.all(Array.from({ length: count }, () => createMember()));
const keyIds = () => UserModel.distinct("crypto.keyId");

describe.skipIf(env.MONGODB_URI)("key rotation in several processes", () => {
  it("loses no key when two run concurrently on a slow disk", { tags: ["release"] }, async () => {
    const members = await createMembers(8);
    const before = await keysOf(members);
    const ring = idsInFile();
    const both = await Promise.all([rotation({ slowDiskMs: 100 }), rotation({ slowDiskMs: 700 })]);
    await Promise.all(both.map(run));
    // Drops the key ring that this process has cached.
    reloadKeyRing();
    expect(await keysOf(members)).toEqual(before);
    expect(idsInFile()).toHaveLength(ring.length + 2);
    expect(new Set(idsInFile()).size).toBe(ring.length + 2);
    expect(await keyIds()).toEqual(idsInFile().slice(0, 1));
  });

  it(
    "resumes when it was killed while writing the file or rewrapping keys",
    { tags: ["release"] },
    async () => {
      const members = await createMembers(8);
      const before = await keysOf(members);
      const ring = idsInFile();
      const first = await rotation({ slowDiskMs: 60_000 });
      first.send("go on");
      await expect.poll(temporaryFiles).toHaveLength(1);
      await kill(first);
      expect(idsInFile()).toEqual(ring);

      const second = await rotation();
      second.send("go on");
      expect(await once(second, "message")).toEqual(["writing", undefined]);
      await kill(second);
      reloadKeyRing();
      expect(await keysOf(members)).toEqual(before);

      expect(await run(await rotation())).toMatch(/^8 data keys are wrapped with the new key/);
      reloadKeyRing();
      expect(await keysOf(members)).toEqual(before);
      expect(await keyIds()).toEqual(idsInFile().slice(0, 1));
      // Two of the three rotations added their key to the ring, and the first one's partial file is removed.
      expect(idsInFile()).toHaveLength(ring.length + 2);
      expect(temporaryFiles()).toEqual([]);
    },
  );

  it(
    "wraps the key of an account registered on a running server with the new key",
    { tags: ["release"] },
    async () => {
      await createMembers(1);
      const remembered = secrets.keyRing[0]?.id;
      await run(await rotation());
      const late = await createMember();
      const user = await UserModel.findById(late.id).orFail().lean();
      expect(user.crypto.keyId).toBe(idsInFile()[0]);
      expect(user.crypto.keyId).not.toBe(remembered);
      expect(memberFrom(user).journalKey()).toEqual(late.journalKey());
    },
  );
});

describe.skipIf(env.MONGODB_URI)("key rotation in one process", () => {
  it("rewraps a key when its record was changed during the first pass", async () => {
    const member = await createMember();
    const [before = ""] = await keysOf([member]);
    const oldRing = secrets.keyRing;
    let isChanged = false;
    const restore = aroundWrites(async (_name, args, write) => {
      if (!isChanged) {
        isChanged = true;
        const crypto = wrapKey(Buffer.from(before, "hex"), `users|${member.id}`, 1, oldRing);
        await UserModel.updateOne({ _id: member.id }, { $set: { crypto } });
      }
      return write(args);
    });
    try {
      expect((await rotateKeyRing()).count).toBe(1);
    } finally {
      restore();
    }
    expect(await keyIds()).toEqual(idsInFile().slice(0, 1));
    expect(await keysOf([member])).toEqual([before]);
  });
});

describe.skipIf(env.MONGODB_URI)("a first start", () => {
  it(
    "gives two concurrent processes the secrets of one file when the disk is slow",
    { tags: ["release"] },
    async () => {
      const folder = mkdtempSync(path.join(inject("runDirectory"), "first-"));
      const start = (ms: string) => childOf("first-start", { DATA_DIR: folder, SLOW_DISK_MS: ms });
      const both = await Promise.all([start("50"), start("700")]);
      const outputs = both.map(async (child) => {
        const message = once(child, "message");
        child.send("go on");
        return ((await message) as [string])[0];
      });
      const [one = "", other] = await Promise.all(outputs);
      expect(one).toBe(other);
      const kept = JSON.parse(readFileSync(path.join(folder, "secrets.json"), "utf8")) as {
        passwordPepper: string;
      };
      expect(JSON.parse(one)).toMatchObject({ pepper: kept.passwordPepper });
      expect(readdirSync(folder)).toEqual(["secrets.json"]);
    },
  );
});

type Wrap = { made: () => Promise<unknown>; gone: () => Promise<unknown> };
const DAYS = 30;
const later = (days: number) => {
  const at = new Date(Date.now() + days * DAY);
  setClock(() => at);
};
const at = new Date();
const sealed = () => sealForOperator("words", "somewhere");
const backup = () => path.join(backups, "monday.snk");
const inUser = (change: () => object): Wrap => ({
  made: async () => UserModel.updateMany({}, { $set: change() }),
  gone: async () => UserModel.deleteMany({}),
});

/** Everything that the ring encrypts. A rotation rewraps data keys and leaves the rest. */
const WRAPS: Record<string, Wrap> = {
  "a pending email in the user's record": inUser(() => ({
    pendingMail: [{ id: "letter", kind: "verify", sealed: sealed(), at }],
  })),
  "an outgoing email": {
    made: () =>
      OutgoingMailModel.create({
        ...{ _id: "mail", kind: "verify", sealed: sealed(), state: "printed", nextTryAt: at, createdAt: at },
      }),
    gone: async () => OutgoingMailModel.deleteMany({}),
  },
  "a contact message": {
    made: () =>
      ContactMessageModel.create({
        ...{ _id: "message", topic: "account", sealed: sealed(), createdAt: at, expiresAt: at },
      }),
    gone: async () => ContactMessageModel.deleteMany({}),
  },
  "a backup": {
    made: async () => {
      mkdirSync(backups, { recursive: true });
      await encryptFile(file, backup());
    },
    gone: () => Promise.resolve(rmSync(backup())),
  },
  "a sidecar file beside the backups": {
    made: () => recordDeletion({ _id: 7, createdAt: at }),
    gone: () => Promise.resolve(rmSync(sidecarFolder(backups), { recursive: true })),
  },
};

describe.skipIf(env.MONGODB_URI)("an old key of the ring", () => {
  it.each(Object.entries(WRAPS))("is retired when it no longer decrypts %s", async (_kind, wrap) => {
    env.BACKUP_DAYS = DAYS;
    await createMembers(2);
    await rotateKeyRing();
    const [old = ""] = idsInFile();
    await wrap.made();
    await rotateKeyRing();
    later(DAYS + 1);
    expect((await rotateKeyRing()).retired).not.toContain(old);
    expect(idsInFile()).toContain(old);
    await wrap.gone();
    // The key decrypts nothing from now on, but older backups still exist.
    expect((await rotateKeyRing()).retired).not.toContain(old);
    later(DAYS * 2);
    expect((await rotateKeyRing()).retired).not.toContain(old);
    later(DAYS * 2 + 2);
    expect((await rotateKeyRing()).retired).toContain(old);
    expect(idsInFile()).not.toContain(old);
    expect(secrets.keyRing.map(({ id }) => id)).not.toContain(old);
  });

  it.each(["crypto", "sealing", "sealOffer"])("is in use when it wraps a user's field %s", async (part) => {
    await createMembers(1);
    const wrap = { wrappedKey: Buffer.alloc(1), keyId: "older", version: 1 };
    const change = { [part]: part === "crypto" ? wrap : { byPassword: wrap } };
    await UserModel.collection.updateMany({}, { $set: change });
    expect(await keyIdsInUse()).toContain("older");
  });
});

it("lists every module that encrypts with the key ring", () => {
  const known = [
    // Pending sign-ins and authorization flows expire after some minutes.
    "app/http/oidc-flow.server.ts",
    "app/domain/identity/two-step.server.ts",
    // Wraps in user records.
    "app/domain/accounts/deletion/deletion.server.ts",
    "app/domain/accounts/registration/register.server.ts",
    "app/domain/identity/key-wrapping.server.ts",
    "app/domain/journal/prayers/prayer-requests.server.ts",
    "app/domain/member/member-keys.server.ts",
    // Email and contact messages.
    "app/domain/reminders/mail/outbox.server.ts",
    "app/domain/accounts/support/contact.server.ts",
    // Backups and sidecar files.
    "app/domain/identity/backup-sidecar.server.ts",
    "app/platform/backup-file.server.ts",
    // The implementation of the key ring.
    "app/platform/encryption.server.ts",
    "app/platform/secrets.server.ts",
  ];
  const using = ["app", "models"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
    )
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .filter((name) => /sealForOperator|currentKeyRing|[wW]rap(ped)?Key\(/.test(readFileSync(name, "utf8")));
  expect(using.toSorted()).toEqual(known.toSorted());
});
