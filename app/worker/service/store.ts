import { decryptBox, decryptJson, encryptBox, encryptJson, type EncryptedBox } from "~/worker/encrypted-box";
import type { OfflineDay, QueuedForm } from "~/worker/messages";

/** Pictures as one multipart body. */
type EncryptedPictures = { contentType: string; body: EncryptedBox };

/** A form of the offline queue. The worker of an earlier version stored it unencrypted, as an `QueuedForm`. */
export type EncryptedUnsent = Pick<QueuedForm, "key" | "owner" | "savedAt" | "isRefused"> & {
  words: EncryptedBox;
  pictures?: EncryptedPictures;
};
export type StoredUnsent = EncryptedUnsent | QueuedForm;

/** The names held in prayer are encrypted. The worker of an earlier version stored them as they are, in `held`. */
export type StoredDay = OfflineDay & { names?: EncryptedBox };

/** Content of each object store. */
type Stores = {
  unsent: StoredUnsent;
  today: StoredDay;
  /** Encrypts, also while the journal is locked. Its key is the owner. */
  publicKeys: { key: string; publicKey: CryptoKey };
  /** Decrypts; deleted when the journal locks. */
  privateKey: { key: "private"; owner: string; lockAfter: number | null; privateKey: CryptoKey };
  lastUse: { key: "use"; at: number };
  /** A logout or quick exit that the server has not been told of. */
  pendingEnd: { key: "session"; isLogout: boolean };
};
type Name = keyof Stores;

/** Keys have a database of their own: a new version of the first one would wait for the worker before to close it. */
const DATABASES: Record<string, Name[]> = {
  "still-and-know": ["unsent", "today"],
  "still-and-know-keys": ["publicKeys", "privateKey", "lastUse", "pendingEnd"],
};

const opened = new Map<string, Promise<IDBDatabase>>();

function openDatabase(database: string, stores: Name[]): Promise<IDBDatabase> {
  const known = opened.get(database);
  if (known) return known;
  const opening = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: "key" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The database did not open."));
  });
  opened.set(database, opening);
  // The next caller tries again.
  opening.catch(() => opened.delete(database));
  return opening;
}

async function inStore<Result>(
  name: Name,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const [database = "", stores = []] =
    Object.entries(DATABASES).find(([, names]) => names.includes(name)) ?? [];
  const store = (await openDatabase(database, stores)).transaction(name, mode).objectStore(name);
  return new Promise((resolve, reject) => {
    const request = act(store);
    store.transaction.oncomplete = () => resolve(request.result);
    store.transaction.onerror = store.transaction.onabort = () =>
      reject(store.transaction.error ?? new Error("The database gave up."));
  });
}

export const put = <N extends Name>(name: N, value: Stores[N]) =>
  inStore(name, "readwrite", (store) => store.put(value));

/** Replaces a record if it still exists; a record that was removed concurrently stays removed. */
export const replace = <N extends Name>(name: N, value: Stores[N]) =>
  inStore(name, "readwrite", (store) => {
    const stored = store.getKey(value.key);
    stored.onsuccess = () => {
      if (stored.result !== undefined) store.put(value);
    };
    return stored;
  });

export const remove = (name: Name, key: string) => inStore(name, "readwrite", (store) => store.delete(key));

export const clear = (name: Name) => inStore(name, "readwrite", (store) => store.clear());

export const getAll = <N extends Name>(name: N): Promise<Stores[N][]> =>
  inStore(name, "readonly", (store) => store.getAll() as IDBRequest<Stores[N][]>);

/** How long words wait on a device for a person who does not come back. */
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

async function removeUnsent(isOver: (item: StoredUnsent) => boolean): Promise<void> {
  const over = (await getAll("unsent")).filter(isOver);
  await Promise.all(over.map(({ key }) => remove("unsent", key)));
}

/** Removes words that have waited for a month, no matter who wrote them. */
export const removeOld = () => removeUnsent(({ savedAt }) => Date.now() - savedAt > MONTH_MS);

let cleared = 0;
/** What was asked for before a clearing is not kept after it. */
export const clearCount = () => cleared;

/** Removes the day of the person who signs out. Words that could not be sent stay, encrypted, until their owner signs in. */
export async function clearDay(): Promise<void> {
  cleared++;
  await clear("today");
}

/** Removes pages and files too. */
export async function clearDayAndShell(): Promise<void> {
  await clearDay();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** At the end of an account, removes its words too. Where the owner is not known, no words go. */
export async function clearAccount(owner: string | undefined): Promise<void> {
  await removeUnsent((item) => item.owner === owner);
  if (owner !== undefined) await remove("publicKeys", owner);
  await clearDayAndShell();
}

/** Encrypts a form that waits; what tells it apart and how long it waits stay readable. */
export async function encryptUnsent(item: QueuedForm, publicKey: CryptoKey): Promise<EncryptedUnsent> {
  const { key, owner, savedAt, isRefused, path, fields, pictures = [] } = item;
  return {
    ...{ key, owner, savedAt, ...(isRefused && { isRefused }) },
    words: await encryptJson(publicKey, { path, fields }),
    ...(pictures.length > 0 && { pictures: await encryptPictures(pictures, publicKey) }),
  };
}

async function encryptPictures(pictures: File[], publicKey: CryptoKey): Promise<EncryptedUnsent["pictures"]> {
  const form = new FormData();
  for (const picture of pictures) form.append("pictures", picture, picture.name);
  const multipart = new Response(form);
  const contentType = multipart.headers.get("Content-Type") ?? "";
  return { contentType, body: await encryptBox(publicKey, await multipart.arrayBuffer()) };
}

/** @throws where the item was encrypted for another key */
export async function decryptUnsent(stored: StoredUnsent, privateKey: CryptoKey): Promise<QueuedForm> {
  if ("fields" in stored) return stored;
  const { words, pictures, ...rest } = stored;
  const { path, fields } = (await decryptJson(privateKey, words)) as Pick<QueuedForm, "path" | "fields">;
  if (!pictures) return { ...rest, path, fields };
  const body = await decryptBox(privateKey, pictures.body);
  const form = await new Response(body, { headers: { "Content-Type": pictures.contentType } }).formData();
  return { ...rest, path, fields, pictures: form.getAll("pictures").filter((each) => each instanceof File) };
}
