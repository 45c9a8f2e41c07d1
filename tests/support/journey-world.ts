import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureTextBrowser } from "#scripts/browser.mjs";
import { startServer } from "#scripts/server.mjs";
import { startAiServer } from "./ai-server";
import { startMailServer } from "./server-mail";
import { requestedMode, stubReply } from "./stub-model";

/** The servers that journeys use. `settings` are environment variables with their addresses, for the test processes. */
export type World = {
  settings: Record<string, string>;
  stop(): Promise<void>;
};

/** Starts the built application on a free port with an empty database, a mail server and a stub language model. */
export async function startWorld(logFile: string): Promise<World> {
  const mailFolder = mkdtempSync(path.join(tmpdir(), "still-mail-"));
  const mail = await startMailServer(mailFolder);
  const ai = await startAiServer();
  // The slow reply lets tests observe a stream before it ends.
  Object.assign(ai, { reply: stubReply, modeFor: requestedMode, dripMs: 40 });
  const server = await startServer({
    logFile,
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      BCRYPT_COST: "10",
      AI_BASE_URL: ai.url,
      AI_MODEL: "quiet",
      // Each test has its own address, so that one test's failed sign-ins do not lock out another.
      TRUST_PROXY: "1",
    },
  });
  return {
    settings: {
      E2E_ORIGIN: server.origin,
      E2E_DATA_DIR: server.dataDir,
      E2E_LOG: logFile,
      E2E_PID: String(server.pid),
      E2E_MAIL: mailFolder,
      E2E_SMTP: `smtp://127.0.0.1:${mail.port}`,
      E2E_TEXT_BROWSER: ensureTextBrowser() ? "lynx" : "",
      E2E_AI_HOST: ai.host,
      // With these settings, application modules that a test loads use the running server's database.
      NODE_ENV: "test",
      DATA_DIR: server.dataDir,
      MONGODB_URI: readFileSync(path.join(server.dataDir, "mongodb.uri"), "utf8").trim(),
      PUBLIC_ORIGIN: server.origin,
      BCRYPT_COST: "10",
      LOG_LEVEL: "silent",
    },
    async stop() {
      const code = await server.stop();
      await mail.stop();
      await ai.stop();
      rmSync(mailFolder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The server ended with ${code} when it was told to stop.`);
    },
  };
}
