import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** The holder touches its lock this often; a lock untouched for much longer is abandoned. */
const HEARTBEAT_MS = 2_000;
const ABANDONED_AFTER_MS = 20_000;

/**
 * One process at a time, also after a crash: the file names its holder, and the next one takes it over when that
 * process is gone. Calls `onWait` once when it has to wait.
 * @param {string} file
 * @param {{ onWait?: () => void }} [options]
 * @returns {Promise<{ release(): void }>}
 */
export async function takeLock(file, { onWait } = {}) {
  const token = `${hostname()} ${process.pid} ${randomBytes(6).toString("hex")}`;
  let waited = false;
  while (!create(file, token)) {
    const holder = read(file);
    if (holder !== undefined && isAbandoned(file, holder)) remove(file, holder, token);
    else {
      if (!waited) onWait?.();
      waited = true;
      await delay(150);
    }
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  heartbeat.unref();
  const release = () => {
    clearInterval(heartbeat);
    process.off("exit", release);
    if (read(file) === token) rmSync(file, { force: true });
  };
  process.on("exit", release);
  return { release };
}

/** Written aside and linked into place, so that a lock is never read without its holder. */
function create(file, token) {
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, token);
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAbandoned(file, holder) {
  const [host, pid] = holder.split(" ");
  if (host === hostname() && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - statSync(file).mtimeMs > ABANDONED_AFTER_MS;
  } catch {
    return false;
  }
}

/** Takes away exactly the lock that was judged: when another process was faster, its new lock is put back. */
function remove(file, holder, token) {
  const aside = `${file}.${token.split(" ").at(-1)}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== holder) linkSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Taken over by another process; the work continues in a folder beside and is moved into place when complete.
  }
}

/** Whether a process runs (also one of another user). */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
