import type { DayKeptOffline, Unsent } from "~/worker/contract";

/** What is kept on this device: by name of the store, what is in it. */
type Stores = { unsent: Unsent; today: DayKeptOffline };
type Name = keyof Stores;

let database: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open("still-and-know", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("unsent", { keyPath: "key" });
      opening.result.createObjectStore("today", { keyPath: "key" });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("The database did not open."));
  });
  // The next caller tries again.
  database.catch(() => (database = undefined));
  return database;
}

async function inStore<Result>(
  name: Name,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const store = (await openDatabase()).transaction(name, mode).objectStore(name);
  return new Promise((resolve, reject) => {
    const request = act(store);
    store.transaction.oncomplete = () => resolve(request.result);
    store.transaction.onerror = store.transaction.onabort = () =>
      reject(store.transaction.error ?? new Error("The database gave up."));
  });
}

export const put = <N extends Name>(name: N, value: Stores[N]) =>
  inStore(name, "readwrite", (store) => store.put(value));

export const remove = (name: Name, key: string) => inStore(name, "readwrite", (store) => store.delete(key));

export const all = <N extends Name>(name: N): Promise<Stores[N][]> =>
  inStore(name, "readonly", (store) => store.getAll() as IDBRequest<Stores[N][]>);

/** How long words wait on a device for a person who does not come back. */
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

async function removeUnsent(isOver: (item: Unsent) => boolean): Promise<void> {
  const over = (await all("unsent")).filter(isOver);
  await Promise.all(over.map(({ key }) => remove("unsent", key)));
}

/** Removes words that have waited for a month, no matter who wrote them. */
export const removeOld = () => removeUnsent(({ savedAt }) => Date.now() - savedAt > MONTH_MS);

let cleared = 0;
/** What was asked for before a clearing is not kept after it. */
export const timesCleared = () => cleared;

/**
 * Everything of the person who leaves, pages and files too. A family shares a tablet: words that wait here for someone else
 * stay, and only that person sees or sends them. Where the owner is not known, no words go.
 */
export async function clearOf(owner: string | undefined): Promise<void> {
  cleared++;
  await removeUnsent((item) => item.owner === owner);
  await inStore("today", "readwrite", (store) => store.clear());
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
