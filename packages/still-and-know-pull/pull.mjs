#!/usr/bin/env node
/**
 * Keeps a copy of a journal in a folder: STILL_AND_KNOW_KEY=snk_… still-and-know-pull ORIGIN FOLDER
 *
 * One Markdown file for each entry, under a name that lasts, and its pictures. What has not changed is not written, what was deleted is removed,
 * and other files in the folder are left alone. It can be stopped anywhere and run again.
 */
import { lstat, mkdir, open, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** What we know of the copy lies here, in the folder itself. */
const OWN = ".still-and-know";
const SLOWEST = 60_000;
const ID = /^[\w-]{1,64}$/;
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;
/** "2026/2026-11-21 free page ID.md": nothing that a server says leads out of the folder. */
const NAME = /^(\d{4})\/\1-\d\d-\d\d [^/\\:*?"<>|\p{Cc}]{1,120}\.md$/u;

/** Something to say in one sentence. */
class Trouble extends Error {}

const { argv, env } = process;

try {
  const { origin, folder, key } = wishOf(argv.slice(2), env.STILL_AND_KNOW_KEY ?? "");
  const unlock = await lock(folder);
  try {
    const { written, removed } = await pull(origin, folder, key);
    console.log(`${written} written, ${removed} removed.`);
  } finally {
    await unlock();
  }
} catch (error) {
  // An error of the system has a sentence of its own; none of them holds the key.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function wishOf(words, key) {
  if (words.some((word) => word.includes("snk_")))
    throw new Trouble(
      "A key among the arguments can be read by others. Please put it into STILL_AND_KNOW_KEY, and revoke this one.",
    );
  const [address = "", folder = ""] = words;
  if (words.length !== 2 || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Trouble("Please call it so: still-and-know-pull https://journal.example.org FOLDER");
  if (!/^snk_[\w-]{43}$/.test(key))
    throw new Trouble(
      "STILL_AND_KNOW_KEY holds no key. You create one under Settings, Data, Keys for programs.",
    );
  return { origin: new URL(address).origin, folder: path.resolve(folder), key };
}

/** One at a time in a folder; a lock whose process is gone counts for nothing. */
async function lock(folder) {
  await makeFolder(folder, OWN);
  const file = path.join(folder, OWN, "lock");
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = await open(file, "wx");
      await handle.write(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const owner = Number(await readFile(file, "utf8").catch(() => "")) || 0;
      if (owner > 0 && isAlive(owner)) throw new Trouble(`Another pull into ${folder} is running.`);
      await rm(file, { force: true });
    }
  }
  throw new Trouble(`Another pull into ${folder} is running.`);
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
    throw new Trouble(`${folder} holds a copy of ${known.origin}. Please choose another folder.`);
  const state = { ...known, origin, pictures: known.pictures ?? new Map() };
  const done = { written: 0, removed: 0 };
  // The copy of an earlier version does not know the pictures of its entries.
  let last = known.pictures ? await follow(state, { folder, key, done }) : "lost";
  if (last === "lost" || (last !== null && last - state.missing !== state.files.size)) {
    // The cursor is no longer known, or something came or went that no list has told of: everything is looked at again.
    const before = new Set(state.files.keys());
    const seen = new Set();
    state.cursor = "";
    last = await follow(state, { folder, key, done, seen });
    if (last === "lost") throw notUnderstood(origin);
    const gone = [...before].filter((id) => !seen.has(id));
    if (gone.length > 0 && gone.length === before.size)
      throw new Trouble(
        `Nothing in ${folder} is in this journal, so nothing was removed. Is it the copy of another one? If not, remove ${OWN} in it and run this again.`,
      );
    for (const id of gone) await removeFile(state, id, { folder, done });
    state.missing = Math.max(0, (last ?? 0) - state.files.size);
    await writeState(folder, state);
  }
  await pullPictures(state, { folder, key, done });
  return done;
}

/** Fetches pictures that are not there yet and removes those that no entry has any more. */
async function pullPictures(state, { folder, key, done }) {
  const wanted = new Set([...state.pictures.values()].flat());
  for (const id of state.pictureFiles)
    if (!wanted.has(id) && (await removeNamed(folder, pictureName(id)))) done.removed++;
  // Named before they are written, as entries are.
  state.pictureFiles = [...wanted];
  await writeState(folder, state);
  for (const id of wanted) {
    if (await isFile(path.join(folder, pictureName(id)))) continue;
    const bytes = await fetchPicture(state.origin, id, key);
    if (bytes) {
      await writeWhole(folder, pictureName(id), bytes);
      done.written++;
    } else {
      // It does not exist any more, so the next run must not ask for it again.
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

/** Takes what has changed, answer by answer, to the end. Answers how many entries the journal has. */
async function follow(state, { folder, key, done, seen }) {
  for (;;) {
    const answer = await ask(state, key);
    if (!answer) return "lost";
    const { entries, deleted, unreadable, cursor, total } = answer;
    // Named before they are written, so that whatever is there after a break is known as ours.
    const earlier = state.files;
    const files = new Map([...earlier, ...entries.map(({ id, name }) => [id, name])]);
    await writeState(folder, { ...state, files });
    state.files = files;
    for (const { id, name, text, pictures } of entries) {
      seen?.add(id);
      const before = earlier.get(id);
      if (before !== undefined && before !== name) await removeNamed(folder, before);
      if (await writeIfOther(folder, name, text)) done.written++;
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

/** One page of changes, checked; null where the cursor is not known. */
async function ask({ origin, cursor }, key) {
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
  if (!isWhole) throw notUnderstood(origin);
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

/** The bytes of a picture; null if the journal no longer has it. */
async function fetchPicture(origin, id, key) {
  const { response, body } = await get(origin, `/api/journal/pictures/${id}`, key);
  if (response.status === 404) return null;
  requireOk(origin, response, body);
  const isJpeg = body.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  if (!isJpeg || body.length > MAX_PICTURE_BYTES) throw notUnderstood(origin);
  return body;
}

async function get(origin, address, key) {
  try {
    const response = await fetch(`${origin}${address}`, {
      headers: { Authorization: `Bearer ${key}`, Accept: "application/json, image/jpeg" },
      // The key goes where it was told to, and nowhere else.
      redirect: "error",
      signal: AbortSignal.timeout(SLOWEST),
    });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    throw new Trouble(
      `${origin} cannot be reached: ${error.cause?.code ?? error.cause?.message ?? error.message}.`,
    );
  }
}

function requireOk(origin, { status }, body) {
  if (status === 200) return;
  const message = parseJson(body)?.message;
  throw new Trouble(`${origin} answers ${status}${typeof message === "string" ? `: ${message}` : "."}`);
}

function parseJson(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function notUnderstood(origin) {
  return new Trouble(`${origin} answers something that this program does not understand.`);
}

/** Ids come from others and may be "constructor" or "__proto__", so they are keys of a Map and of no object. */
async function readState(folder) {
  const empty = {
    ...{ origin: "", cursor: "", missing: 0, files: new Map() },
    ...{ pictures: new Map(), pictureFiles: [] },
  };
  const file = path.join(folder, OWN, "state.json");
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
    // Said below.
  }
  throw new Trouble(`${file} is damaged. Please remove it and run this again: every file is compared then.`);
}

function writeState(folder, { origin, cursor, missing, files, pictures, pictureFiles }) {
  // Always in this order: a run without changes changes no byte.
  const stored = {
    ...{ origin, cursor, missing, pictureFiles },
    files: Object.fromEntries(files),
    pictures: Object.fromEntries(pictures),
  };
  return writeIfOther(folder, `${OWN}/state.json`, `${JSON.stringify(stored, null, 1)}\n`);
}

/** @returns false where the file says the same already */
async function writeIfOther(folder, name, text) {
  const file = path.join(folder, name);
  if ((await isFile(file)) && (await readFile(file, "utf8")) === text) return false;
  await writeWhole(folder, name, text);
  return true;
}

/** Writes a whole file at once or not at all. */
async function writeWhole(folder, name, content) {
  await makeFolder(folder, path.dirname(name));
  const fresh = path.join(folder, OWN, "new");
  await rm(fresh, { force: true });
  // Exclusive: a symbolic link of this name would lead out of the folder.
  await writeFile(fresh, content, { mode: 0o600, flag: "wx" });
  await rename(fresh, path.join(folder, name));
}

/** Makes a folder in the copy. @throws Trouble where a symbolic link or a file has its name */
async function makeFolder(folder, name) {
  const made = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  await mkdir(made).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  if (!(await isFolder(made)))
    throw new Trouble(`${made} is a link or a file where a folder of the copy belongs. Please move it away.`);
}

/** The file itself without following a link; undefined if there is none. */
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

/** Removes a file of ours, and its folder where nothing else is in it. @returns whether there was one */
async function removeNamed(folder, name) {
  const file = path.join(folder, name);
  // A link leads to a folder that is not part of the copy.
  if (!(await isFolder(path.dirname(file))) || !(await statLink(file))) return false;
  await rm(file, { force: true });
  await rmdir(path.dirname(file)).catch(() => undefined);
  return true;
}
