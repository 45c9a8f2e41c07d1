import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerDoctorProbe, PROXIES_HEADER } from "~/http/monitoring.server";
import { encryptFile } from "~/platform/backup-file.server";
import { env } from "~/platform/env.server";
import { secrets } from "~/platform/secrets.server";
import { runChecks } from "../../scripts/commands/doctor/run-checks";

const NOT_SET = {
  BACKUP_COPY_TO: undefined,
  SMTP_URL: undefined,
  AI_BASE_URL: undefined,
  AI_MODEL: undefined,
  OIDC_ISSUER: undefined,
};
const FACTS = { node: "20.19.0", memory: 1e9, freeMemory: 5e8, freeDisk: 1e10 };
let servers: Server[] = [];

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Request listener that responds like the instance behind this many proxies. */
const instanceBehind =
  (proxies: number, date?: string): RequestListener =>
  ({ url }, response) => {
    const headers = { [PROXIES_HEADER]: String(proxies) };
    const finding = answerDoctorProbe(new Request(`http://localhost${url}`, { headers }));
    if (finding) response.setHeader("X-Doctor", finding);
    if (date) response.setHeader("Date", date);
    response.end("ok\n");
  };
const otherServer: RequestListener = (_, response) => response.end("It works!");

async function backupOf(content: string): Promise<string> {
  const plain = path.join(env.DATA_DIR, "plain");
  writeFileSync(plain, content);
  const file = path.join(env.DATA_DIR, "backups", "2026-11-21-0300.snk");
  await encryptFile(plain, file);
  return file;
}

beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "doctor-"));
  chmodSync(folder, 0o700);
  mkdirSync(path.join(folder, "backups"));
  mkdirSync(path.join(folder, "db"));
  const mine = { sessionSecret: secrets.session[0], passwordPepper: secrets.pepper };
  const encryptionKeys = secrets.keyRing.map(({ id, key }) => ({ id, key: key.toString("base64") }));
  writeFileSync(path.join(folder, "secrets.json"), JSON.stringify({ ...mine, encryptionKeys }), {
    mode: 0o600,
  });
  const port = await serve(instanceBehind(0));
  const origin = `http://127.0.0.1:${port}`;
  Object.assign(env, { DATA_DIR: folder, PORT: port, HOST: "127.0.0.1", PUBLIC_ORIGIN: origin });
  Object.assign(env, NOT_SET, { TRUST_PROXY: 0, BACKUP_AT: "03:00" });
  await backupOf("SQLite format 3\0 and so on");
});
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

/** The problems found, one per line. */
async function findProblems(facts: Partial<typeof FACTS> = {}): Promise<string> {
  const findings = await runChecks({ ...FACTS, ...facts });
  return findings
    .filter(({ state }) => state === "wrong")
    .map(({ what, words }) => `${what}: ${words}`)
    .join("\n");
}

const FAULTS: Record<string, { arrange?: () => unknown; facts?: Partial<typeof FACTS>; says: RegExp }> = {
  "an old Node": {
    facts: { node: "18.20.0" },
    says: /^Node: This is Node 18.20.0; 20.19 or newer is needed.$/,
  },
  "too little memory": { facts: { memory: 2e8 }, says: /^Memory: 200 MB of memory/ },
  "a full disk": { facts: { freeDisk: 5e7 }, says: /^Disk: Only 50 MB are free/ },
  "a DATA_DIR that others may read": {
    arrange: () => chmodSync(env.DATA_DIR, 0o755),
    says: /^DATA_DIR: Others on this machine may read/,
  },
  "a missing second backup folder": {
    arrange: () => (env.BACKUP_COPY_TO = "/nowhere/at/all"),
    says: /^BACKUP_COPY_TO: The folder \/nowhere\/at\/all is not there.$/,
  },
  "a port in use by another program": {
    arrange: async () => (env.PORT = await serve(otherServer)),
    says: /^Port: Port \d+ is taken by another program/,
  },
  "a PUBLIC_ORIGIN that leads elsewhere": {
    arrange: async () => (env.PUBLIC_ORIGIN = `http://127.0.0.1:${await serve(otherServer)}`),
    says: /^PUBLIC_ORIGIN: .* leads somewhere else/,
  },
  "a proxy that the settings do not name": {
    arrange: async () => (env.PUBLIC_ORIGIN = `http://127.0.0.1:${await serve(instanceBehind(2))}`),
    says: /^TRUST_PROXY: 0, but .* through 2 proxies. Set TRUST_PROXY=2.$/,
  },
  "a DATA_DIR below a file": {
    arrange: () => {
      writeFileSync(path.join(env.DATA_DIR, "file"), "");
      env.DATA_DIR = path.join(env.DATA_DIR, "file", "data");
    },
    says: /^DATA_DIR: .*\/file\/data cannot be made: .* \(ENOTDIR\)\.$/,
  },
  "a DATA_DIR that cannot be created": {
    arrange: () => (env.DATA_DIR = "/proc/still-and-know/data"),
    says: /^DATA_DIR: \/proc\/still-and-know\/data cannot be made: /,
  },
  "an unavailable mail server": {
    arrange: () => (env.SMTP_URL = "smtp://127.0.0.1:1"),
    says: /^Mail: The mail server refused: (ECONNREFUSED|ESOCKET)\. Look at SMTP_URL\.$/,
  },
  "an old backup": {
    arrange: () => utimesSync(path.join(env.DATA_DIR, "backups", "2026-11-21-0300.snk"), 1e9, 1e9),
    says: /^Backup: 2026-11-21-0300.snk is \d+ hours old. A newer one should be there.$/,
  },
  "a damaged backup": {
    arrange: () => {
      const file = path.join(env.DATA_DIR, "backups", "2026-11-21-0300.snk");
      writeFileSync(file, "x", { flag: "a" });
    },
    says: /^Backup: .* is damaged, or was made with another key.$/,
  },
  "a clock that is behind": {
    arrange: async () => {
      env.TRUST_PROXY = 1;
      const date = new Date(Date.now() + 600_000).toUTCString();
      env.PUBLIC_ORIGIN = `http://127.0.0.1:${await serve(instanceBehind(1, date))}`;
    },
    says: /^Clock: This machine is (599|600) seconds behind the clock of what answers at PUBLIC_ORIGIN/,
  },
  "a model endpoint that rejects the key": {
    arrange: async () => {
      const port = await serve((_, response) => response.writeHead(401).end());
      Object.assign(env, { AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: "small" });
    },
    says: /^Model: .* refuses AI_API_KEY \(401\).$/,
  },
};

describe("the doctor", () => {
  it("reports no problem for a sound instance, and changes nothing", async () => {
    const before = [readdirSync(env.DATA_DIR), statSync(env.DATA_DIR).mtimeMs];
    expect(await findProblems()).toBe("");
    expect([readdirSync(env.DATA_DIR), statSync(env.DATA_DIR).mtimeMs]).toEqual(before);
  });

  it.each(Object.entries(FAULTS))("reports %s, and nothing else", async (_, { arrange, facts, says }) => {
    await arrange?.();
    const finding = await findProblems(facts);
    expect(finding).toMatch(says);
    expect(finding.split("\n")).toHaveLength(1);
  });

  it("does not treat a stopped server as a problem", async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
    expect(await findProblems()).toBe("");
  });

  it("creates no secrets when there are none", async () => {
    env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "fresh-"));
    await runChecks(FACTS);
    expect(readdirSync(env.DATA_DIR)).toEqual([]);
  });

  it("gets no response to a probe with a missing or forged signature", () => {
    const ask = (query: string) => answerDoctorProbe(new Request(`http://localhost/healthz${query}`));
    for (const query of ["", "?doctor=", `?doctor=${"a".repeat(22)}.forged`]) expect(ask(query)).toBeNull();
  });
});

describe("check of single sign-on", () => {
  const finding = async () => {
    const findings = await runChecks(FACTS);
    return findings.find(({ what }) => what === "Sign-in");
  };

  it("succeeds only when the issuer equals the setting exactly", async () => {
    expect(await finding()).toMatchObject({ state: "note" });
    let issuer = "";
    const asked: (string | undefined)[] = [];
    const port = await serve(({ url }, response) => {
      asked.push(url);
      response.end(JSON.stringify({ issuer }));
    });
    issuer = `http://127.0.0.1:${port}/application/o/journal/`;
    Object.assign(env, { OIDC_ISSUER: issuer });
    expect(await finding()).toMatchObject({
      state: "good",
      words: expect.stringContaining("calls itself so"),
    });
    expect(asked).toEqual(["/application/o/journal/.well-known/openid-configuration"]);
    // Providers compare the issuer exactly, including the final slash.
    Object.assign(env, { OIDC_ISSUER: issuer.slice(0, -1) });
    expect(await finding()).toMatchObject({
      state: "wrong",
      words: expect.stringContaining(`OIDC_ISSUER=${issuer}`),
    });
  });

  it("fails when the provider is unavailable or returns no metadata", async () => {
    const port = await serve(otherServer);
    Object.assign(env, { OIDC_ISSUER: `http://127.0.0.1:${port}` });
    expect((await finding())?.words).toMatch(/does not say who answers there/);
    const closed = await serve((_, response) => response.writeHead(404).end());
    Object.assign(env, { OIDC_ISSUER: `http://127.0.0.1:${closed}` });
    expect((await finding())?.words).toMatch(/answers with 404/);
    Object.assign(env, { OIDC_ISSUER: "http://127.0.0.1:1" });
    expect(await finding()).toMatchObject({
      state: "wrong",
      words: expect.stringMatching(/cannot be reached/),
    });
  });

  it("times out after two seconds", { tags: ["release"] }, async () => {
    const port = await serve(() => undefined);
    Object.assign(env, { OIDC_ISSUER: `http://127.0.0.1:${port}` });
    expect((await finding())?.words).toMatch(/within two seconds/);
    for (const server of servers) server.closeAllConnections();
  });
});
