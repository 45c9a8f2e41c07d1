#!/usr/bin/env node
/**
 * Mirrors a journal to a folder: STILL_AND_KNOW_KEY=snk_… still-and-know-pull ORIGIN FOLDER
 *
 * Writes one Markdown file with a stable name for each entry, and its pictures. Rewrites only changed files, removes those of deleted
 * entries, and ignores other files in the folder. A run that is killed at any point can be repeated.
 */
import { lstat, mkdir, open, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Folder of the sync state and the lock, inside the copy. */
const STATE_FOLDER = ".still-and-know";
const REQUEST_TIMEOUT_MS = 60_000;
const ID = /^[\w-]{1,64}$/;
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;
/** Names such as "2026/2026-11-21 free page ID.md"; a server must not name a path outside the folder. */
const NAME = /^(\d{4})\/\1-\d\d-\d\d [^/\\:*?"<>|\p{Cc}]{1,120}\.md$/u;

/** An expected failure, whose message is one sentence for the user. */
class PullError extends Error {}

const { argv, env } = process;

try {
  const { origin, folder, key } = parseArguments(argv.slice(2), env.STILL_AND_KNOW_KEY ?? "");
  const unlock = await lock(folder);
  try {
    const { written, removed } = await pull(origin, folder, key);
    console.log(`${written} written, ${removed} removed.`);
  } finally {
    await unlock();
  }
} catch (error) {
  // No message contains the key, not even a message of the operating system.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function parseArguments(words, key) {
  if (words.some((word) => word.includes("snk_")))
    throw new PullError(
      "A key among the arguments can be read by others. Please put it into STILL_AND_KNOW_KEY, and revoke this one.",
    );
  const [address = "", folder = ""] = words;
  if (words.length !== 2 || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new PullError("Please call it so: still-and-know-pull https://journal.example.org FOLDER");
  if (!/^snk_[\w-]{43}$/.test(key))
    throw new PullError(
      "STILL_AND_KNOW_KEY holds no key. You create one under Settings, Data, Keys for programs.",
    );
  return { origin: new URL(address).origin, folder: path.resolve(folder), key };
}

/** Locks the folder. A lock whose process has ended is stale and replaced. @returns a function that unlocks */
async function lock(folder) {
  await makeFolder(folder, STATE_FOLDER);
  const file = path.join(folder, STATE_FOLDER, "lock");
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = await open(file, "wx");
      await handle.write(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const owner = Number(await readFile(file, "utf8").catch(() => "")) || 0;
      if (owner > 0 && isAlive(owner)) throw new PullError(`Another pull into ${folder} is running.`);
      await rm(file, { force: true });
    }
  }
  throw new PullError(`Another pull into ${folder} is running.`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function pull(origin, folder, key) {
  const known = await readState(folder);
  if (known.origin && known.origin !== origin)
    throw new PullError(`${folder} holds a copy of ${known.origin}. Please choose another folder.`);
  const state = { ...known, origin, pictures: known.pictures ?? new Map() };
  const done = { written: 0, removed: 0 };
  // A copy that an earlier version wrote has no list of pictures, so it is compared as a whole.
  let last = known.pictures ? await applyChanges(state, { folder, key, done }) : "lost";
  if (last === "lost" || (last !== null && last - state.missing !== state.files.size)) {
    // The cursor has expired, or the number of files shows a missed change: compare every entry.
    const before = new Set(state.files.keys());
    const seen = new Set();
    state.cursor = "";
    last = await applyChanges(state, { folder, key, done, seen });
    if (last === "lost") throw invalidResponse(origin);
    const gone = [...before].filter((id) => !seen.has(id));
    if (gone.length > 0 && gone.length === before.size)
      throw new PullError(
        `Nothing in ${folder} is in this journal, so nothing was removed. Is it the copy of another one? If not, remove ${STATE_FOLDER} in it and run this again.`,
      );
    for (const id of gone) await removeFile(state, id, { folder, done });
    state.missing = Math.max(0, (last ?? 0) - state.files.size);
    await writeState(folder, state);
  }
  await pullPictures(state, { folder, key, done });
  return done;
}

/** Downloads missing pictures and removes those that no entry contains. */
async function pullPictures(state, { folder, key, done }) {
  const wanted = new Set([...state.pictures.values()].flat());
  for (const id of state.pictureFiles)
    if (!wanted.has(id) && (await removeNamed(folder, pictureName(id)))) done.removed++;
  // The state lists pictures before they are written, so that an interrupted run can remove them.
  state.pictureFiles = [...wanted];
  await writeState(folder, state);
  for (const id of wanted) {
    if (await isFile(path.join(folder, pictureName(id)))) continue;
    const bytes = await fetchPicture(state.origin, id, key);
    if (bytes) {
      await writeAtomically(folder, pictureName(id), bytes);
      done.written++;
    } else {
      // The picture was deleted on the server; the next run must not request it again.
      for (const [entry, ids] of state.pictures)
        if (ids.includes(id))
          setPictures(
            state,
            entry,
            ids.filter((other) => other !== id),
          );
      await writeState(folder, state);
    }
  }
}

function pictureName(id) {
  return `pictures/${id}.jpg`;
}

function setPictures(state, entry, ids) {
  if (ids.length > 0) state.pictures.set(entry, ids);
  else state.pictures.delete(entry);
}

/**
 * Applies all changes since the cursor, page by page.
 * @returns the number of entries in the journal if the server sends it, or "lost" if the cursor has expired
 */
async function applyChanges(state, { folder, key, done, seen }) {
  for (;;) {
    const page = await fetchChanges(state, key);
    if (!page) return "lost";
    const { entries, deleted, unreadable, cursor, total } = page;
    // The state lists files before they are written, so that after an interruption each is known as part of the copy.
    const earlier = state.files;
    const files = new Map([...earlier, ...entries.map(({ id, name }) => [id, name])]);
    await writeState(folder, { ...state, files });
    state.files = files;
    for (const { id, name, text, pictures } of entries) {
      seen?.add(id);
      const before = earlier.get(id);
      if (before !== undefined && before !== name) await removeNamed(folder, before);
      if (await writeIfChanged(folder, name, text)) done.written++;
      setPictures(state, id, pictures);
    }
    for (const id of unreadable) seen?.add(id);
    for (const id of deleted) await removeFile(state, id, { folder, done });
    const isEnd = total !== null || cursor === state.cursor;
    state.cursor = cursor;
    await writeState(folder, state);
    if (isEnd) return total;
  }
}

/** Fetches and validates one page of changes; null if the server does not know the cursor. */
async function fetchChanges({ origin, cursor }, key) {
  const query = new URLSearchParams({ as: "markdown", ...(cursor && { cursor }) });
  const { response, body } = await get(origin, `/api/journal/entries?${query}`, key);
  if (response.status === 400 && cursor) return null;
  requireOk(origin, response, body);
  const found = parseJson(body);
  const total = response.headers.get("Entries-Total");
  const lists = [found?.entries, found?.deleted, found?.unreadable ?? []];
  const isWhole =
    lists.every(Array.isArray) &&
    typeof found.cursor === "string" &&
    lists.flat().every((one) => isId(one?.id)) &&
    found.entries.every(
      ({ name, text, pictures = [] }) =>
        typeof text === "string" &&
        typeof name === "string" &&
        NAME.test(name) &&
        Array.isArray(pictures) &&
        pictures.every(isId),
    );
  if (!isWhole) throw invalidResponse(origin);
  const [entries, deleted, unreadable] = lists;
  const ids = (list) => list.map(({ id }) => id);
  return {
    entries: entries.map(({ id, name, text, pictures = [] }) => ({ id, name, text, pictures })),
    deleted: ids(deleted),
    unreadable: ids(unreadable),
    cursor: found.cursor,
    total: total === null ? null : Number(total),
  };
}

function isId(value) {
  return typeof value === "string" && ID.test(value);
}

/** Downloads a picture; null if the journal no longer has it. */
async function fetchPicture(origin, id, key) {
  const { response, body } = await get(origin, `/api/journal/pictures/${id}`, key);
  if (response.status === 404) return null;
  requireOk(origin, response, body);
  const isJpeg = body.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  if (!isJpeg || body.length > MAX_PICTURE_BYTES) throw invalidResponse(origin);
  return body;
}

async function get(origin, address, key) {
  try {
    const response = await fetch(`${origin}${address}`, {
      headers: { Authorization: `Bearer ${key}`, Accept: "application/json, image/jpeg" },
      // A redirect must not send the key to another server.
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    throw new PullError(
      `${origin} cannot be reached: ${error.cause?.code ?? error.cause?.message ?? error.message}.`,
    );
  }
}

function requireOk(origin, { status }, body) {
  if (status === 200) return;
  const message = parseJson(body)?.message;
  throw new PullError(`${origin} answers ${status}${typeof message === "string" ? `: ${message}` : "."}`);
}

function parseJson(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function invalidResponse(origin) {
  return new PullError(`${origin} answers something that this program does not understand.`);
}

/** Reads the sync state. Ids are keys of a Map, because a server may send "constructor" or "__proto__". */
async function readState(folder) {
  const empty = {
    ...{ origin: "", cursor: "", missing: 0, files: new Map() },
    ...{ pictures: new Map(), pictureFiles: [] },
  };
  const file = path.join(folder, STATE_FOLDER, "state.json");
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return empty;
  try {
    const { origin, cursor, missing = 0, files, pictures, pictureFiles = [] } = JSON.parse(text);
    const state = {
      ...{ origin, cursor, missing, pictureFiles, files: new Map(Object.entries(files)) },
      pictures: pictures && new Map(Object.entries(pictures)),
    };
    const lists = [...(state.pictures?.values() ?? []), pictureFiles];
    const isWhole =
      [origin, cursor].every((value) => typeof value === "string") &&
      [...state.files].every(([id, name]) => ID.test(id) && NAME.test(name)) &&
      lists.every((ids) => Array.isArray(ids) && ids.every(isId));
    if (isWhole) return state;
  } catch {
    // The error below reports invalid JSON, too.
  }
  throw new PullError(
    `${file} is damaged. Please remove it and run this again: every file is compared then.`,
  );
}

function writeState(folder, { origin, cursor, missing, files, pictures, pictureFiles }) {
  // The order of the fields is fixed, so that a run without changes writes the same bytes.
  const stored = {
    ...{ origin, cursor, missing, pictureFiles },
    files: Object.fromEntries(files),
    pictures: Object.fromEntries(pictures),
  };
  return writeIfChanged(folder, `${STATE_FOLDER}/state.json`, `${JSON.stringify(stored, null, 1)}\n`);
}

/** Writes a file unless it has this text. @returns whether it was written */
async function writeIfChanged(folder, name, text) {
  const file = path.join(folder, name);
  if ((await isFile(file)) && (await readFile(file, "utf8")) === text) return false;
  await writeAtomically(folder, name, text);
  return true;
}

/** Writes a file atomically. */
async function writeAtomically(folder, name, content) {
  await makeFolder(folder, path.dirname(name));
  const temporary = path.join(folder, STATE_FOLDER, "new");
  await rm(temporary, { force: true });
  // Exclusive creation follows no symbolic link, which could point outside the folder.
  await writeFile(temporary, content, { mode: 0o600, flag: "wx" });
  await rename(temporary, path.join(folder, name));
}

/** Creates a folder in the copy. @throws PullError if a symbolic link or a file has its name */
async function makeFolder(folder, name) {
  const made = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  await mkdir(made).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  if (!(await isFolder(made)))
    throw new PullError(
      `${made} is a link or a file where a folder of the copy belongs. Please move it away.`,
    );
}

/** Stats a file without following a link; undefined if there is none. */
function statLink(file) {
  return lstat(file).catch((error) => {
    if (["ENOENT", "ENOTDIR"].includes(error.code)) return undefined;
    throw error;
  });
}

async function isFile(file) {
  return (await statLink(file))?.isFile() ?? false;
}

async function isFolder(file) {
  return (await statLink(file))?.isDirectory() ?? false;
}

async function removeFile(state, id, { folder, done }) {
  const name = state.files.get(id);
  if (name === undefined) return;
  await removeNamed(folder, name);
  state.files.delete(id);
  state.pictures.delete(id);
  done.removed++;
}

/** Removes a file of the copy, and its folder if that is empty. @returns whether the file existed */
async function removeNamed(folder, name) {
  const file = path.join(folder, name);
  // A folder that is a link is not part of the copy.
  if (!(await isFolder(path.dirname(file))) || !(await statLink(file))) return false;
  await rm(file, { force: true });
  await rmdir(path.dirname(file)).catch(() => undefined);
  return true;
}
