import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureTextBrowser } from "#scripts/browser.mjs";
import { startServer } from "#scripts/server.mjs";
import { aiMood, aiSays } from "./ai-says";
import { startAiServer } from "./ai-server";
import { startMailServer } from "./server-mail";

/** Before the browser tests: the built application on a free port with an empty database, a mail server and a language model. */
export default async function setup(): Promise<() => Promise<void>> {
  const mailFolder = mkdtempSync(path.join(tmpdir(), "still-mail-"));
  const mail = await startMailServer(mailFolder);
  const ai = await startAiServer();
  // Slower than anyone waits, and a stream that can be watched.
  Object.assign(ai, { says: aiSays, moodFor: aiMood, slowMs: 25_000, dripMs: 40 });
  mkdirSync(".prepare", { recursive: true });
  const server = await startServer({
    logFile: path.join(".prepare", "e2e-server.log"),
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      BCRYPT_COST: "10",
      AI_BASE_URL: ai.url,
      AI_MODEL: "quiet",
      // Each test has its own address, so that one test's failed sign-ins do not lock out another.
      TRUST_PROXY: "1",
    },
  });
  // Playwright hands the environment on to its test processes.
  process.env.E2E_ORIGIN = server.origin;
  process.env.E2E_DATA_DIR = server.dataDir;
  process.env.E2E_MAIL = mailFolder;
  process.env.E2E_SMTP = `smtp://127.0.0.1:${mail.port}`;
  process.env.E2E_TEXT_BROWSER = ensureTextBrowser() ? "lynx" : "";
  process.env.E2E_AI_HOST = ai.host;
  return async () => {
    const code = await server.stop();
    await mail.stop();
    await ai.stop();
    rmSync(mailFolder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The server ended with ${code} when it was told to stop.`);
  };
}
