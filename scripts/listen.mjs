/** Listening on a socket of this machine (`LISTEN=unix:/run/still-and-know/web.sock`) in the place of a port. */
import { lstatSync, rmSync } from "node:fs";
import { Server } from "node:http";
import { connect } from "node:net";

/** The server and its group may connect: the proxy's user belongs to the group. */
const OTHERS_STAY_OUT = 0o117;

/** @returns {string | undefined} the path that LISTEN names; the application itself says what is wrong with others (exit code 78) */
export function socketPath(setting = process.env.LISTEN) {
  return /^unix:(\/.+)$/.exec(setting?.trim() ?? "")?.[1];
}

/**
 * Makes sure that no server listens there. A socket that a killed server left is removed; nothing else is.
 * @param {string} path
 * @throws an error with a code, as listening itself has it: EADDRINUSE when a program answers, EEXIST when something other than a socket lies there
 */
export async function freeSocket(path) {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isSocket()) throw Object.assign(new Error("not a socket"), { code: "EEXIST" });
  const code = await new Promise((resolve) => {
    const asking = connect(path, () => resolve("EADDRINUSE"));
    asking.once("error", (error) => resolve(error.code));
    asking.once("connect", () => asking.destroy());
  });
  if (code === "ECONNREFUSED") rmSync(path, { force: true });
  // ENOENT: its server has ended between the two looks.
  else if (code !== "ENOENT") throw Object.assign(new Error(String(code)), { code });
}

/** remix-serve knows ports only: the first server that listens does it here instead. */
export function listenThere(path) {
  Server.prototype.listen = function (...args) {
    delete Server.prototype.listen;
    const before = process.umask(OTHERS_STAY_OUT);
    try {
      // Bound before this returns, so that there is no moment in which others can connect.
      return this.listen({ path }, args.at(-1));
    } finally {
      process.umask(before);
    }
  };
}
