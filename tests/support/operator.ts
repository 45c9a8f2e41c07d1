import mongoose from "mongoose";
import { storedBytes } from "#models/db/queries.server";
import { UserModel } from "#models/user.server";
import { deriveKey, open, unwrapKey } from "~/platform/encryption.server";
import { secrets } from "~/platform/secrets.server";

/**
 * Models an operator with the whole database, every server secret and the source code: which keys these yield, and what
 * the keys decrypt.
 */
type Sealed = { collection: string; path: string; bytes: Uint8Array; contexts: string[] };

const PURPOSES = [
  "entry",
  "index",
  "search",
  "prompts",
  "guidance",
  "prayers",
  "prayers-search",
  "prayers-turn",
  "insight",
  "coach",
  "excluded-tags",
  "held-file",
  "words",
  "pictures",
  "conversation",
];

/** Every candidate key: the key ring, the other secrets, and each 32 bytes that the ring unwraps in users' records. */
async function keysInHand(): Promise<Buffer[]> {
  const keys = [
    ...secrets.keyRing.map(({ key }) => key),
    ...secrets.session.map((secret) => Buffer.from(secret)),
    Buffer.from(secrets.pepper),
  ];
  for (const user of await UserModel.find().lean()) {
    const owner = `users|${user._id}`;
    const wraps = [
      [user.crypto, owner],
      [user.sealing?.byPassword, `${owner}|sealing`],
    ] as const;
    for (const [wrap, name] of wraps) {
      if (!wrap) continue;
      const opened = unwrapKey({ ...wrap, wrappedKey: storedBytes(wrap.wrappedKey) }, name);
      for (let at = 0; at + 32 <= opened.length; at += 32) keys.push(opened.subarray(at, at + 32));
    }
    keys.push(Buffer.from(user.passwordHash), Buffer.from(user.securityStamp));
  }
  const sessions = mongoose.models["Session"];
  for (const { _id } of (await sessions?.find().lean<{ _id: string }[]>()) ?? []) {
    keys.push(Buffer.from(_id, "base64url"), Buffer.from(_id), deriveKey(Buffer.from(_id), "session-keys"));
  }
  return keys.flatMap((key) => [key, ...PURPOSES.map((purpose) => deriveKey(key, purpose))]);
}

type Doc = Record<string, unknown> & { _id: unknown };

/** Contexts (AAD) in which a value of the document may be encrypted. */
function contextsOf(collection: string, doc: Doc): string[] {
  const id = String(doc._id);
  return [
    `${collection}|${id}|content|1`,
    `${collection}|${id}|text|1`,
    `${collection}|${id}|1`,
    `entryVersions|${String(doc.entryId)}|${String(doc.version)}|content|1`,
    `coachMessages|${String(doc.threadId)}|${String(doc.seq)}|${id}|1`,
    `users|${id}|excludedTags|1`,
    `users|${id}|guidance|1`,
    `prayerTurns|${id}|1`,
    `conversations|${id}|1`,
    `sessions|${id}|keys|1`,
    `users|${id}|sealing|password|1`,
    `users|${id}|sealing|code|1`,
  ];
}

function sealedIn(collection: string, doc: Doc, value: unknown = doc, path = ""): Sealed[] {
  if (value instanceof mongoose.mongo.Binary || value instanceof Uint8Array)
    return [{ collection, path, bytes: storedBytes(value), contexts: contextsOf(collection, doc) }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => sealedIn(collection, doc, part, `${path}.${name}`));
}

function decrypt(key: Buffer, { bytes, contexts }: Sealed): string | null {
  if (key.length !== 32) return null;
  for (const context of contexts) {
    try {
      return open(key, bytes, context).toString("utf8");
    } catch {
      // The key does not decrypt the value in this context.
    }
  }
  return null;
}

/** Everything that the operator's keys decrypt, by collection. */
export async function operatorReads(): Promise<string[]> {
  return readWith(await keysInHand());
}

async function readWith(keys: readonly Buffer[]): Promise<string[]> {
  const read: string[] = [];
  for (const model of Object.values(mongoose.models)) {
    const docs = (await model.collection.find({}).toArray()) as unknown as Doc[];
    for (const sealed of docs.flatMap((doc) => sealedIn(model.collection.collectionName, doc))) {
      const text = keys.map((key) => decrypt(key, sealed)).find((found) => found !== null);
      if (text !== undefined && text !== null) read.push(`${sealed.collection}${sealed.path} ${text}`);
    }
  }
  return read;
}

/** Everything readable in the database without a key. */
export async function operatorSees(): Promise<string> {
  const all = Object.values(mongoose.models).map(({ collection }) => collection.find({}).toArray());
  return JSON.stringify(await Promise.all(all));
}

/** Blind-index terms that the operator can compute with any available key. */
export async function operatorTerms(termOf: (key: Buffer) => string): Promise<Set<string>> {
  return new Set((await keysInHand()).map(termOf));
}

/** Everything in the database that these data keys decrypt. */
export async function operatorWith(dataKeys: readonly Buffer[]): Promise<string[]> {
  const keys = dataKeys.flatMap((key) => PURPOSES.map((purpose) => deriveKey(key, purpose)));
  return readWith(keys);
}
