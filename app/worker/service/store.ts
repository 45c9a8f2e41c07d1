import { decryptBox, decryptJson, encryptBox, encryptJson, type EncryptedBox } from "~/worker/encrypted-box";
import type { OfflineDay, QueuedForm } from "~/worker/messages";

/** Pictures as one encrypted multipart body. */
type EncryptedPictures = { contentType: string; body: EncryptedBox };

/** An encrypted queued form. An earlier version of the worker stored the plain `QueuedForm`. */
type EncryptedUnsent = Pick<QueuedForm, "key" | "owner" | "savedAt" | "isRefused"> & {
  words: EncryptedBox;
  pictures?: EncryptedPictures;
};
type StoredUnsent = EncryptedUnsent | QueuedForm;

/** Names of intentions are encrypted. An earlier version of the worker stored them unencrypted in `held`. */
export type StoredDay = OfflineDay & { names?: EncryptedBox };

/** Record type of each object store. */
type Stores = {
  unsent: StoredUnsent;
  today: StoredDay;
  /** Encrypts, even while the journal is locked. The record key is the owner. */
  publicKeys: { key: string; publicKey: CryptoKey };
  /** Deleted when the journal locks. */
  privateKey: { key: "private"; owner: string; lockAfter: number | null; privateKey: CryptoKey };
  lastUse: { key: "use"; at: number };
  /** Logout or quick exit that has not reached the server. */
  pendingEnd: { key: "session"; isLogout: boolean };
};
type Name = keyof Stores;

/** Keys have a separate database: upgrading the first one would wait for the previous worker to close it. */
const DATABASES: Record<string, Name[]> = {
  "still-and-know": ["unsent", "today"],
  "still-and-know-keys": ["publicKeys", "privateKey", "lastUse", "pendingEnd"],
};

const connections = new Map<string, Promise<IDBDatabase>>();

function openDatabase(database: string, stores: Name[]): Promise<IDBDatabase> {
  const cached = connections.get(database);
  if (cached) return cached;
  const connection = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: "key" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The database did not open."));
  });
  connections.set(database, connection);
  // The next call retries.
  connection.catch(() => connections.delete(database));
  return connection;
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

/** Compare-and-set: replaces a record only if it still exists, in one transaction. */
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

/** Retention of queued forms whose owner does not return. */
export const QUEUE_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

async function removeUnsent(isMatch: (item: StoredUnsent) => boolean): Promise<void> {
  const matching = (await getAll("unsent")).filter(isMatch);
  await Promise.all(matching.map(({ key }) => remove("unsent", key)));
}

/** Removes queued forms older than a month, of any owner. */
export const removeOld = () => removeUnsent(({ savedAt }) => Date.now() - savedAt > QUEUE_RETENTION_MS);

let clears = 0;
/** Generation counter: data requested before a clear must not be stored after it. */
export const clearCount = () => clears;

/** Removes the cached day at sign-out. Unsent forms stay, encrypted, until their owner signs in again. */
export async function clearDay(): Promise<void> {
  clears++;
  await clear("today");
}

/** Removes the cached day, pages and files. */
export async function clearDayAndShell(): Promise<void> {
  await clearDay();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Removes a deleted account's queued forms, public key and all cached data. An unknown owner's forms stay. */
export async function clearAccount(owner: string | undefined): Promise<void> {
  await removeUnsent((item) => item.owner === owner);
  if (owner !== undefined) await remove("publicKeys", owner);
  await clearDayAndShell();
}

/** Encrypts a queued form. Its key, owner and time stay readable. */
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

/** @throws if the form was encrypted for another key */
export async function decryptUnsent(stored: StoredUnsent, privateKey: CryptoKey): Promise<QueuedForm> {
  if ("fields" in stored) return stored;
  const { words, pictures, ...rest } = stored;
  const { path, fields } = (await decryptJson(privateKey, words)) as Pick<QueuedForm, "path" | "fields">;
  if (!pictures) return { ...rest, path, fields };
  const body = await decryptBox(privateKey, pictures.body);
  const form = await new Response(body, { headers: { "Content-Type": pictures.contentType } }).formData();
  return { ...rest, path, fields, pictures: form.getAll("pictures").filter((each) => each instanceof File) };
}
