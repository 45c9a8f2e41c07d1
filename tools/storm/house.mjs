import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/prepare.mjs";
import { startServer } from "../../scripts/server.mjs";
import { freePort } from "../product.mjs";

const MINUTE = 60_000;
/** Any file that is longer cannot be written beyond this: what a program sees of a disk that is full. */
const FULL = 64 * 1024;

/** What the servers of the last storm wrote, one file for each start. */
export const logs = path.join(root, ".prepare", "storm");

/** Two servers on one folder, and what can happen to them. */
export class House {
  folder = mkdtempSync(path.join(tmpdir(), "still-storm-"));
  dataDir = path.join(this.folder, "data");
  #starts = 0;
  #clock = path.join(this.folder, "clock");
  servers = [];
  /** Where a server is down or held up: clients waiting now wait for that. */
  isCalm = true;

  /** @param {{ notes: import("./notes.mjs").Notes, settings: Record<string, string>, database?: Record<string, string> | null }} made `database`: settings of one elsewhere */
  constructor({ notes, settings, database }) {
    this.notes = notes;
    this.settings = { ...settings, ...database };
    this.isElsewhere = Boolean(database);
    this.setClock(0);
    rmSync(logs, { recursive: true, force: true });
    mkdirSync(logs, { recursive: true });
  }

  /** What a command of this house is run with. */
  get forCommands() {
    return { ...this.settings, DATA_DIR: this.dataDir, ...this.#address(this.servers[0]?.port ?? 3000) };
  }

  #address(port) {
    return this.isElsewhere ? { PUBLIC_ORIGIN: `http://localhost:${port}` } : {};
  }

  async start(place, wanted = 0) {
    const port = wanted || (this.isElsewhere ? await freePort() : 0);
    const clock = pathToFileURL(path.join(root, "tools/storm/jumping-clock.mjs")).href;
    this.servers[place] = await startServer({
      logFile: path.join(logs, `${place}-${(this.#starts += 1)}.log`),
      settings: {
        ...this.settings,
        DATA_DIR: this.dataDir,
        PORT: String(port),
        ...this.#address(port),
        NODE_OPTIONS: `--import=${clock}`,
        STORM_CLOCK: this.#clock,
      },
    });
  }

  anyOrigin = () => this.servers[Math.floor(Math.random() * this.servers.length)].origin;

  /** Ends servers without a word, one or both, and starts them again at their ports. */
  async kill(places) {
    for (const place of places) process.kill(this.servers[place].pid, "SIGKILL");
    this.notes.note("weather: servers killed with kill -9", places.length);
    await delay(1_000 + Math.random() * 2_000);
    for (const place of places) await this.#startAgain(place);
  }

  async #startAgain(place) {
    for (let tries = 0; ; tries++) {
      try {
        return await this.start(place, this.servers[place].port);
      } catch (error) {
        if (tries === 4) throw error;
        await delay(1_000);
      }
    }
  }

  /** The process that may hold the database stands still: for the other one the database is slow. */
  async freeze(place) {
    const { pid } = this.servers[place];
    process.kill(pid, "SIGSTOP");
    this.notes.note("weather: server (and its database) stopped for seconds");
    await delay(2_000 + Math.random() * 4_000);
    process.kill(pid, "SIGCONT");
  }

  /** No file can grow, as on a full disk. @returns false where this machine has no way to do that */
  async fillDisk() {
    const limit = (bytes) => {
      for (const { pid } of this.servers)
        execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`], { stdio: "ignore" });
    };
    try {
      limit(FULL);
    } catch {
      return this.notes.note("left out: full disk (needs prlimit)");
    }
    this.notes.note("weather: disk full for ten seconds");
    await delay(10_000);
    limit("unlimited");
  }

  setClock(ms) {
    writeFileSync(this.#clock, String(ms));
  }

  /** Forward beyond the end of every session, or back. */
  async jumpClock() {
    const minutes = [40, -10, 3 * 60][Math.floor(Math.random() * 3)];
    this.setClock(minutes * MINUTE);
    this.notes.note(`weather: clock jumped ${minutes > 0 ? "forward" : "back"}`);
    await delay(12_000);
    this.setClock(0);
    this.notes.note(`weather: clock jumped ${minutes > 0 ? "back" : "forward"}`);
  }

  /** Megabytes that each server holds. */
  memory() {
    return this.servers.map(({ pid }) => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return Math.round(Number(kilobytes) / 1024);
    });
  }

  async close() {
    await Promise.allSettled(this.servers.map((server) => server.stop()));
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
