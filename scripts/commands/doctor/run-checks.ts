import { env } from "~/platform/env.server";
import { readSecretsFile } from "~/platform/secrets-file.server";
import { checkBackup, hasSecrets } from "./backups";
import { newFinding, type Finding } from "./finding";
import { checkClock, checkFolders, checkMachine, type MachineInfo } from "./machine";
import { checkMail, checkModel, checkServer } from "./network";
import { checkProvider } from "./provider";

/** What signs the doctor's question; null where there are no secrets yet, or they cannot be read. */
function sessionSecret(findings: Finding[]): string | null {
  try {
    return env.SESSION_SECRET?.[0] ?? readSecretsFile()?.sessionSecret ?? null;
  } catch {
    findings.push(newFinding("Secrets", "wrong", "DATA_DIR/secrets.json cannot be read, or is not whole."));
    return null;
  }
}

/** Looks at everything in turn. Changes nothing, whether the server runs or not. */
export async function runChecks(facts: MachineInfo, mailTo?: string): Promise<Finding[]> {
  const findings = [...checkMachine(facts), ...(await checkFolders())];
  const isSound = findings.every(({ what, state }) => what !== "DATA_DIR" || state !== "wrong");
  const secret = sessionSecret(findings);
  const server = await checkServer(secret);
  const model = await checkModel();
  const now = Date.now();
  findings.push(
    ...server.findings,
    await checkMail(mailTo),
    await checkProvider(),
    // Reading the ring sets the rights of DATA_DIR right; the doctor only tells of them.
    await checkBackup(now, isSound && secret !== null && hasSecrets()),
    await checkClock(server.seen ?? model.seen, now),
    model.finding,
  );
  return findings;
}
