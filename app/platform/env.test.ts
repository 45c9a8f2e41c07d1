import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "./env.server";

const secret = "x7".repeat(20);
const keys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

describe("settings", () => {
  it("have a default for every variable", () => {
    const env = readEnvironment({});
    expect(env).toMatchObject({
      PORT: 3000,
      PUBLIC_ORIGIN: "http://localhost:3000",
      BCRYPT_COST: 12,
      TRUST_PROXY: 0,
      NODE_ENV: "production",
    });
    expect(readEnvironment({ PORT: "4000", SMTP_URL: "" }).PUBLIC_ORIGIN).toBe("http://localhost:4000");
    expect(readEnvironment({ PORT: "0", LISTEN: "unix:/run/web.sock" })).toMatchObject({
      PUBLIC_ORIGIN: "http://localhost",
      isOriginNamed: false,
    });
    expect(readEnvironment({ PUBLIC_ORIGIN: "https://journal.example.org/" }).PUBLIC_ORIGIN).toBe(
      "https://journal.example.org",
    );
  });

  it.each([
    [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535."],
    [{ PORT: "99999" }, "PORT must be a whole number from 0 to 65535."],
    [{ BCRYPT_COST: "4" }, "BCRYPT_COST must be a whole number from 10 to 15."],
    [
      { PUBLIC_ORIGIN: "journal.example.org" },
      "PUBLIC_ORIGIN must be an address like https://journal.example.org.",
    ],
    ...["journal", "?a", "#b"].map((rest): [Record<string, string>, string] => [
      { PUBLIC_ORIGIN: `https://example.org/${rest}` },
      "PUBLIC_ORIGIN must be an address of its own without a path, like https://journal.example.org: Still and Know cannot live below another address.",
    ]),
    ...["/run/web.sock", "unix:run/web.sock", `unix:/${"x".repeat(107)}`, "tcp:3000"].map(
      (LISTEN): [Record<string, string>, string] => [
        { LISTEN },
        "LISTEN must be unix: and the full path of a socket, like unix:/run/still-and-know/web.sock.",
      ],
    ),
    [{ MONGODB_URI: "postgres://x" }, "MONGODB_URI must begin with mongodb:// or mongodb+srv://."],
    [
      { SESSION_SECRET: "short" },
      "SESSION_SECRET must be a comma list of random secrets of 32 characters or more.",
    ],
    [
      { ENCRYPTION_KEYS: "k1:short" },
      "ENCRYPTION_KEYS must be a list like k2:BASE64,k1:BASE64 of 32-byte keys.",
    ],
    ...[
      "mail.example.org",
      ...["p#ss", "1#23", "p%ss", "p/ss", "1/2", "1?2"].map((word) => `smtp://user:${word}@host:587`),
    ].map((SMTP_URL): [Record<string, string>, string] => [
      { SMTP_URL },
      "SMTP_URL must be an address like smtp://user:pass@host:587; in the name and password write % as %25, # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A.",
    ]),
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace."],
    [{ HOUSE_NAME: "x".repeat(61) }, "HOUSE_NAME must be a name of at most 60 characters, without < and >."],
    [{ REGISTRATION: "shut" }, "REGISTRATION must be open, invite or closed."],
    [{ BACKUP_AT: "3 am" }, "BACKUP_AT must be a time of day like 03:00, or off."],
    [{ BACKUP_KEEP: "0" }, "BACKUP_KEEP must be a whole number from 1 to 365."],
    [{ BACKUP_COPY_TO: "usb" }, "BACKUP_COPY_TO must be the full path of a folder, like /mnt/second-disk."],
    [{ DEFAULT_PLAN: "tier3" }, "DEFAULT_PLAN must be free, tier1 or tier2."],
    [{ SOCIAL_YOUTUBE: "youtube/us" }, "SOCIAL_YOUTUBE must be an address like https://www.example.org/us."],
    [{ OIDC_ONLY: "1" }, "OIDC_ISSUER is required when OIDC_ONLY is set."],
    [{ OIDC_ADMIN_GROUP: "elders" }, "OIDC_ISSUER is required when OIDC_ADMIN_GROUP is set."],
    [{ OIDC_REGISTRATION: "open" }, "OIDC_ISSUER is required when OIDC_REGISTRATION is set."],
    [{ OIDC_ISSUER: "https://id.example.org" }, "OIDC_CLIENT_ID is required when OIDC_ISSUER is set."],
    [
      { OIDC_ISSUER: "https://id.example.org", OIDC_CLIENT_ID: "journal" },
      "OIDC_CLIENT_SECRET is required when OIDC_ISSUER is set.",
    ],
    ...["http://id.example.org", "http://192.168.1.2", "id.example.org", "https://id.example.org/?a"].map(
      (OIDC_ISSUER): [Record<string, string>, string] => [
        { OIDC_ISSUER, OIDC_CLIENT_ID: "journal", OIDC_CLIENT_SECRET: "secret" },
        "OIDC_ISSUER must be an address like https://id.example.org; plain http is for this machine alone.",
      ],
    ),
    [{ OIDC_ONLY: "yes" }, "OIDC_ONLY must be a whole number from 0 to 1."],
    [{ OIDC_REGISTRATION: "shut" }, "OIDC_REGISTRATION must be open, invite or closed."],
    [{ OIDC_NAME: "<b>" }, "OIDC_NAME must be a name of at most 60 characters, without < and >."],
    [{ NODE_ENV: "staging" }, "NODE_ENV must be production, development or test."],
  ])("reject %j with a message that names the variable", (source, message) => {
    expect(() => readEnvironment(source)).toThrow(message);
  });

  it.each([
    ["https://api.example.org/v1", true],
    ["http://localhost:11434/v1", true],
    ["http://127.0.0.1:11434/v1", true],
    ["http://[::1]:8080/v1", true],
    ["http://ollama:11434/v1", true],
    ["http://192.168.1.20:1234/v1", true],
    ["http://api.example.org/v1", false],
    ["http://8.8.8.8/v1", false],
    ["http://169.254.169.254/v1", false],
    ["https://169.254.169.254/v1", false],
    ["http://2852039166/v1", false],
    ["http://10.evil.example/v1", false],
    ["http://127.0.0.1.evil.example/v1", false],
    ["http://192.168.evil.example/v1", false],
    ["http://fd.evil.example/v1", false],
    ["http://[fd12:3456::1]:11434/v1", true],
    ["http://[fe90::1]/v1", false],
    ["http://[::ffff:169.254.169.254]/v1", false],
    ["ftp://ollama/v1", false],
    ["nonsense", false],
  ])("allow the AI endpoint %s: %s", (AI_BASE_URL, allowed) => {
    const read = () => readEnvironment({ AI_BASE_URL, AI_MODEL: "small" });
    if (allowed) expect(read().AI_BASE_URL).toBe(AI_BASE_URL);
    else expect(read).toThrow(/^AI_BASE_URL must/);
  });

  it("require a model when an endpoint is set", () => {
    expect(() => readEnvironment({ AI_BASE_URL: "https://api.example.org/v1" })).toThrow(
      "AI_MODEL is required when AI_BASE_URL is set.",
    );
  });

  it("accept a provider on this machine without https", () => {
    const OIDC_ISSUER = "http://127.0.0.1:9000/application/o/journal/";
    const env = readEnvironment({ OIDC_ISSUER, OIDC_CLIENT_ID: "journal", OIDC_CLIENT_SECRET: "secret" });
    expect(env).toMatchObject({ OIDC_ISSUER, OIDC_ONLY: false });
  });

  it("report an invalid value without repeating it", () => {
    expect(() => readEnvironment({ SESSION_SECRET: "hunter2" })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("hunter2") }),
    );
  });

  it("require secrets when a MongoDB server is set", () => {
    const complete = {
      MONGODB_URI: "mongodb://127.0.0.1/x",
      SESSION_SECRET: secret,
      ENCRYPTION_KEYS: keys,
      PASSWORD_PEPPER: secret,
      PUBLIC_ORIGIN: "https://journal.example.org",
    };
    expect(readEnvironment(complete).MONGODB_URI).toBe(complete.MONGODB_URI);
    for (const name of ["SESSION_SECRET", "ENCRYPTION_KEYS", "PASSWORD_PEPPER", "PUBLIC_ORIGIN"] as const) {
      expect(() => readEnvironment({ ...complete, [name]: undefined })).toThrow(
        `${name} is required when MONGODB_URI is set.`,
      );
    }
  });
});

describe("a secret in a file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "secrets-"));
  const file = path.join(folder, "secret");
  writeFileSync(file, `${secret}\n`);
  const empty = path.join(folder, "empty");
  writeFileSync(empty, "\n");
  const large = path.join(folder, "large");
  writeFileSync(large, "x".repeat(100_000));

  it("is read without its trailing newline", () => {
    const env = readEnvironment({
      PASSWORD_PEPPER_FILE: file,
      SESSION_SECRET_FILE: file,
      METRICS_TOKEN_FILE: "",
    });
    expect(env).toMatchObject({ PASSWORD_PEPPER: secret, SESSION_SECRET: [secret] });
  });

  it.each([
    [
      { PASSWORD_PEPPER: secret, PASSWORD_PEPPER_FILE: file },
      "PASSWORD_PEPPER and PASSWORD_PEPPER_FILE are both set",
    ],
    [{ AI_API_KEY_FILE: `${file}-gone` }, "AI_API_KEY_FILE names a file that is not there."],
    [{ SMTP_URL_FILE: folder }, "SMTP_URL_FILE must name a file."],
    [{ SESSION_SECRET_FILE: empty }, "SESSION_SECRET_FILE names a file that is empty."],
    [{ MONGODB_URI_FILE: large }, "MONGODB_URI_FILE names a file that is too large to hold a secret."],
    [{ MONGODB_URI_FILE: file }, "MONGODB_URI must begin with mongodb:// or mongodb+srv://."],
  ])("is rejected for %j with a message that names the variable", (source, message) => {
    expect(() => readEnvironment(source)).toThrow(message);
  });
});

describe("the nightly backup", () => {
  it("defaults to on with the embedded database and to off with a server", () => {
    const server = { MONGODB_URI: "mongodb://db/x", NODE_ENV: "test" };
    expect(readEnvironment({})).toMatchObject({ BACKUP_AT: "03:00", BACKUP_KEEP: 7 });
    expect(readEnvironment({ BACKUP_AT: "off" }).BACKUP_AT).toBeNull();
    expect(readEnvironment(server).BACKUP_AT).toBeNull();
    expect(readEnvironment({ ...server, BACKUP_AT: "04:30" }).BACKUP_AT).toBe("04:30");
  });
});
