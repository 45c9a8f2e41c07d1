import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../prepare.mjs";
import { emptySettings } from "../server.mjs";

const NEWCOMER = { email: "new@example.test", password: "Stillness-7-waters" };

const agent = new Agent({ keepAlive: true });

/** One request over a kept connection. */
export function ask(origin, address, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(
      origin.replace("localhost", "127.0.0.1") + address,
      { agent, method, headers },
      (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            cookies: response.headers["set-cookie"] ?? [],
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A browser without script: follows nothing, keeps its cookies. */
class Visitor {
  constructor(origin) {
    this.origin = origin;
    this.jar = new Map();
  }
  get headers() {
    return {
      Cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join("; "),
      Origin: this.origin,
      Accept: "text/html",
    };
  }
  async get(address) {
    return this.#keep(await ask(this.origin, address, { headers: this.headers }));
  }
  async post(address, fields) {
    const { body } = await this.get(address);
    const hidden = [...String(body).matchAll(/name="(_\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const form = new URLSearchParams([...new Map(hidden), ...Object.entries(fields)]).toString();
    const headers = { ...this.headers, "Content-Type": "application/x-www-form-urlencoded" };
    return this.#keep(await ask(this.origin, address, { method: "POST", headers, body: form }));
  }
  #keep(answer) {
    for (const cookie of answer.cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      if (value) this.jar.set(name, value);
      else this.jar.delete(name);
    }
    return answer;
  }
}

export async function visitorsOf(origin, demoPassword) {
  const demo = new Visitor(origin);
  await demo.post("/login", { email: "demo@example.org", password: demoPassword });
  const fresh = new Visitor(origin);
  await fresh.post("/login", NEWCOMER);
  return { demo, new: fresh, stranger: new Visitor(origin) };
}

/** A command of the product on the database that the server will open. @returns what it said */
async function command(settings, args, typed = "") {
  const env = { ...process.env, ...emptySettings(), ...settings, NODE_ENV: "production" };
  const running = promisify(execFile)(
    process.execPath,
    [path.join(root, "build/commands/main.js"), ...args],
    {
      cwd: root,
      env,
    },
  );
  running.child.stdin.end(`${typed}\n`);
  return (await running).stdout;
}

/** A folder with the demonstration account and a new person in it. */
export async function furnishedHouse() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-pages-"));
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const demo = /password: (\S+)/.exec(await command(settings, ["seed:demo"]))?.[1] ?? "";
  const newcomer = [
    "admin",
    "create",
    "--email",
    NEWCOMER.email,
    "--username",
    "newcomer",
    "--password-stdin",
  ];
  await command(settings, newcomer, NEWCOMER.password);
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { settings, demoPassword: demo, remove };
}
