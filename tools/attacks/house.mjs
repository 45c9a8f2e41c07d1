import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../../scripts/prepare.mjs";
import { startServer } from "../../scripts/server.mjs";
import { command } from "../product.mjs";
import { Visitor } from "../visitor.mjs";

const PASSWORD = "Stillness-7-waters";
/** Announced: busy, or the disk is full. Any other answer from 500 on is a fault of the house. */
const ANNOUNCED = new Set([503, 507]);

/** A server on a folder of its own, on the database that MONGODB_URI names where there is one (under a name of its own). */
export async function attackedHouse() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-attacks-"));
  const logs = path.join(root, ".prepare", "attacks");
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const settings = {
    ...{ DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1", DEFAULT_PLAN: "tier2" },
    ...(await elsewhere()),
  };
  const house = new AttackedHouse({ settings, logs, dataDir });
  await house.start();
  return house;
}

async function elsewhere() {
  if (!process.env.MONGODB_URI) return {};
  const uri = new URL(process.env.MONGODB_URI);
  uri.pathname = `/attacks_${randomBytes(4).toString("hex")}`;
  const secret = () => randomBytes(48).toString("base64");
  const port = await freePort();
  return {
    ...{ MONGODB_URI: uri.href, SESSION_SECRET: secret(), PASSWORD_PEPPER: secret() },
    ...{ ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}` },
    ...{ PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` },
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

class AttackedHouse {
  /** Answers that nobody may get, noted until the next attack begins. */
  faults = [];
  #starts = 0;
  #people = 0;
  #server;

  constructor({ settings, logs, dataDir }) {
    Object.assign(this, { settings, logs, dataDir });
    this.isEmbedded = !settings.MONGODB_URI;
    this.database = this.isEmbedded ? "embedded database" : "MongoDB";
  }

  origin = () => this.#server.origin;
  get port() {
    return this.#server.port;
  }
  get pid() {
    return this.#server.pid;
  }
  get logFile() {
    return path.join(this.logs, `${this.#starts}.log`);
  }
  logged = () => readFileSync(this.logFile, "utf8");

  async start() {
    this.#starts++;
    this.#server = await startServer({ logFile: this.logFile, settings: this.settings });
  }

  stop = () => this.#server.stop();

  /** What a command says, and whether it went well. */
  async command(...args) {
    try {
      return { went: true, said: await command(this.settings, args) };
    } catch (error) {
      return { went: false, said: `${error.stdout ?? ""}${error.stderr ?? error.message}` };
    }
  }

  /** Someone new who lives here, signed in, from a network of their own. */
  async person() {
    const nth = ++this.#people;
    const email = `person${nth}@example.test`;
    const create = ["admin", "create", "--email", email, "--username", `person_${nth}`, "--password-stdin"];
    await command(this.settings, create, { typed: PASSWORD });
    const person = this.#noting(new Visitor({ origin: this.origin, address: `10.20.${nth}.1` }));
    const { status } = await person.signIn(email, PASSWORD);
    if (status !== 302) throw new Error(`A new person could not sign in: ${status}.`);
    return Object.assign(person, { email, password: PASSWORD });
  }

  #strangers = 0;
  /** Someone who is not signed in, from a network of their own. */
  stranger() {
    const nth = ++this.#strangers;
    return this.#noting(
      new Visitor({ origin: this.origin, address: `10.${30 + (nth >> 8)}.${nth & 255}.1` }),
    );
  }

  #noting(visitor) {
    const go = visitor.go.bind(visitor);
    visitor.go = async (place, init) => {
      const answer = await go(place, init);
      if (answer.status >= 500 && !ANNOUNCED.has(answer.status))
        this.faults.push(`${init?.method ?? "GET"} ${place} ${answer.status}`);
      return answer;
    };
    return visitor;
  }

  /** Sends exactly these bytes, with the heads that are given and no others of ours. @returns the status, and how long it took */
  async send(place, { type, body, headers = {}, method = "POST" }) {
    const begun = performance.now();
    const answer = await fetch(this.origin() + place, {
      ...{ method, body, redirect: "manual", signal: AbortSignal.timeout(60_000) },
      headers: {
        Origin: this.origin(),
        "X-Forwarded-For": "10.66.6.6",
        ...(type && { "Content-Type": type }),
        ...headers,
      },
    });
    const text = await answer.text();
    if (answer.status >= 500 && !ANNOUNCED.has(answer.status))
      this.faults.push(`${method} ${place} ${answer.status}`);
    return { status: answer.status, text, headers: answer.headers, ms: performance.now() - begun };
  }

  async close() {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
