import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { emptySettings, startServer } from "#scripts/server.mjs";
import { expect, test } from "./fixtures";

/** `npm start` that is expected to end on its own. */
async function startUp(
  settings: Record<string, string>,
): Promise<{ code: number | null; said: string; seconds: number }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-"));
  const started = Date.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, ...emptySettings(), VITEST: "", PORT: "0", DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  rmSync(dataDir, { recursive: true, force: true });
  return { code, said, seconds: (Date.now() - started) / 1000 };
}

for (const [name, value] of [
  ["PORT", "abc"],
  ["PORT", "99999"],
  ["HOST", "host.invalid"],
  ["BCRYPT_COST", "3"],
  ["MONGODB_URI", "postgres://localhost"],
  ["PUBLIC_ORIGIN", "still and know"],
] as const) {
  test(`${name}=${value} stops the start with a sentence`, async () => {
    const { code, said } = await startUp({ [name]: value });
    expect(said).toMatch(new RegExp(`^Still and Know cannot start: ${name} [^\\n]+\\.\\n$`));
    expect(code).toBe(78);
  });
}

test("a taken port stops the start with a sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const { code, said } = await startUp({ PORT: String(port) });
  other.close();
  expect(said).toMatch(new RegExp(`^Still and Know cannot start: port ${port} is in use [^\\n]+\\n$`));
  expect(code).toBe(1);
});

test("a signal ends the server although a connection is kept open", async ({ page }) => {
  const server = await startServer({ logFile: path.join(".prepare", `start-${process.pid}.log`) });
  await page.goto(`${server.origin}/login`);
  const told = Date.now();
  expect(await server.stop()).toBe(0);
  expect(Date.now() - told).toBeLessThan(10_000);
});
