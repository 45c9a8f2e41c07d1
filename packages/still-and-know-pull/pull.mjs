#!/usr/bin/env node
/**
 * Keeps a copy of a journal in a folder: STILL_AND_KNOW_KEY=snk_… still-and-know-pull ORIGIN FOLDER
 *
 * One Markdown file for each entry, under a name that lasts. What has not changed is not written, what was deleted is removed,
 * and other files in the folder are left alone. It can be stopped anywhere and run again.
 */
import { mkdir, open, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** What we know of the copy lies here, in the folder itself. */
const OWN = ".still-and-know";
const SLOWEST = 60_000;
const ID = /^[\w-]{1,64}$/;
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
  await mkdir(path.join(folder, OWN), { recursive: true });
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
  const state = { ...known, origin };
  const done = { written: 0, removed: 0 };
  let last = await follow(state, { folder, key, done });
  if (last === "lost" || (last !== null && last - state.missing !== Object.keys(state.files).length)) {
    // The cursor is no longer known, or something came or went that no list has told of: everything is looked at again.
    const before = new Set(Object.keys(state.files));
    const seen = new Set();
    state.cursor = "";
    last = await follow(state, { folder, key, done, seen });
    if (last === "lost")
      throw new Trouble(`${origin} answers something that this program does not understand.`);
    const gone = [...before].filter((id) => !seen.has(id));
    if (gone.length > 0 && gone.length === before.size)
      throw new Trouble(
        `Nothing in ${folder} is in this journal, so nothing was removed. Is it the copy of another one? If not, remove ${OWN} in it and run this again.`,
      );
    for (const id of gone) await removeFile(state, id, { folder, done });
    state.missing = Math.max(0, (last ?? 0) - Object.keys(state.files).length);
    await writeState(folder, state);
  }
  return done;
}

/** Takes what has changed, answer by answer, to the end. Answers how many entries the journal has. */
async function follow(state, { folder, key, done, seen }) {
  for (;;) {
    const answer = await ask(state, key);
    if (!answer) return "lost";
    const { entries, deleted, unreadable, cursor, total } = answer;
    // Named before they are written, so that whatever is there after a break is known as ours.
    const names = Object.fromEntries(entries.map(({ id, name }) => [id, name]));
    const earlier = state.files;
    await writeState(folder, { ...state, files: { ...earlier, ...names } });
    state.files = { ...earlier, ...names };
    for (const { id, name, text } of entries) {
      seen?.add(id);
      if (earlier[id] && earlier[id] !== name) await removeNamed(folder, earlier[id]);
      if (await writeIfOther(folder, name, text)) done.written++;
    }
    for (const id of unreadable) seen?.add(id);
    for (const id of deleted) await removeFile(state, id, { folder, done });
    const isEnd = total !== null || cursor === state.cursor;
    state.cursor = cursor;
    await writeState(folder, state);
    if (isEnd) return total;
  }
}

/** One answer, checked; null where the cursor is not known. */
async function ask({ origin, cursor }, key) {
  const query = new URLSearchParams({ as: "markdown", ...(cursor && { cursor }) });
  let response;
  let body;
  try {
    response = await fetch(`${origin}/api/journal/entries?${query}`, {
      headers: { Authorization: `Bearer ${key}`, Accept: "application/json" },
      // The key goes where it was told to, and nowhere else.
      redirect: "error",
      signal: AbortSignal.timeout(SLOWEST),
    });
    body = await response.json().catch(() => undefined);
  } catch (error) {
    throw new Trouble(
      `${origin} cannot be reached: ${error.cause?.code ?? error.cause?.message ?? error.message}.`,
    );
  }
  if (response.status === 400 && cursor) return null;
  if (response.status !== 200)
    throw new Trouble(
      `${origin} answers ${response.status}${typeof body?.message === "string" ? `: ${body.message}` : "."}`,
    );
  const total = response.headers.get("Entries-Total");
  const lists = [body?.entries, body?.deleted, body?.unreadable ?? []];
  const isWhole =
    lists.every(Array.isArray) &&
    typeof body.cursor === "string" &&
    lists.flat().every((one) => typeof one?.id === "string" && ID.test(one.id)) &&
    body.entries.every(
      ({ name, text }) => typeof text === "string" && typeof name === "string" && NAME.test(name),
    );
  if (!isWhole) throw new Trouble(`${origin} answers something that this program does not understand.`);
  const [entries, deleted, unreadable] = lists;
  const ids = (list) => list.map(({ id }) => id);
  return {
    entries,
    deleted: ids(deleted),
    unreadable: ids(unreadable),
    cursor: body.cursor,
    total: total === null ? null : Number(total),
  };
}

async function readState(folder) {
  const empty = { origin: "", cursor: "", missing: 0, files: {} };
  const file = path.join(folder, OWN, "state.json");
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return empty;
  try {
    const state = JSON.parse(text);
    const names = Object.entries(state.files);
    if (names.every(([id, name]) => ID.test(id) && NAME.test(name))) return { ...empty, ...state };
  } catch {
    // Said below.
  }
  throw new Trouble(`${file} is damaged. Please remove it and run this again: every file is compared then.`);
}

function writeState(folder, state) {
  return writeIfOther(folder, `${OWN}/state.json`, `${JSON.stringify(state, null, 1)}\n`);
}

/** Writes a whole file at once or not at all. @returns false where it says the same already */
async function writeIfOther(folder, name, text) {
  const file = path.join(folder, name);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) return false;
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = path.join(folder, OWN, "new");
  await writeFile(fresh, text, { mode: 0o600 });
  await rename(fresh, file);
  return true;
}

async function removeFile(state, id, { folder, done }) {
  const name = state.files[id];
  if (name === undefined) return;
  await removeNamed(folder, name);
  delete state.files[id];
  done.removed++;
}

/** Removes a file of ours, and its year where nothing else is in it. */
async function removeNamed(folder, name) {
  const file = path.join(folder, name);
  await rm(file, { force: true });
  await rmdir(path.dirname(file)).catch(() => undefined);
}
