import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { emptySettings, startServer } from "#scripts/server.mjs";

/** Configures an instance for a parish: three settings and a welcome message. */
export async function setUpInstance() {
  const operator = { username: "pastor", email: "pastor@example.test", password: "Still-Water-77" };
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-house-"));
  const logFile = path.join(".prepare", `house-${process.pid}.log`);
  writeFileSync(path.join(dataDir, "welcome.md"), "We pray here *together*, each at home.");
  const settings = {
    DATA_DIR: dataDir,
    BCRYPT_COST: "10",
    TRUST_PROXY: "1",
    SMTP_URL: process.env.E2E_SMTP ?? "",
    DEFAULT_PLAN: "tier2",
    REGISTRATION: "invite",
    HOUSE_NAME: "St. Mary’s",
  };
  const server = await startServer({ logFile, settings });
  /** Runs `npm run admin -- …`. @returns its output */
  const admin = (words: string[], input = "") =>
    execFileSync(process.execPath, ["scripts/command.mjs", "admin", ...words], {
      env: { ...process.env, ...emptySettings(), VITEST: "", ...settings, PUBLIC_ORIGIN: server.origin },
      input,
      encoding: "utf8",
    });
  const { username, email, password } = operator;
  admin(["create", "--email", email, "--username", username, "--password-stdin"], `${password}\n`);
  return {
    origin: server.origin,
    operator,
    admin,
    output: () => readFileSync(logFile, "utf8"),
    async close() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
