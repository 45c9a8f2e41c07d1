import { readFeastsFile } from "~/domain/calendar/local-feasts-file.server";
import { env } from "~/platform/env.server";
import { readSecretsFile } from "~/platform/secrets-file.server";
import { newFinding, type Finding } from "./finding";
import { checkBackup, checkClock, checkFolders, checkMachine, hasSecrets, type MachineInfo } from "./machine";
import { checkMail, checkModel, checkProvider, checkServer } from "./network";

/** The key that signs the doctor's request; null if the secrets are missing or unreadable. */
function sessionSecret(findings: Finding[]): string | null {
  try {
    return env.SESSION_SECRET?.[0] ?? readSecretsFile()?.sessionSecret ?? null;
  } catch {
    findings.push(newFinding("Secrets", "wrong", "DATA_DIR/secrets.json cannot be read, or is not whole."));
    return null;
  }
}

/** Reports the lines of days.txt that cannot be read; the application uses the other lines. */
const checkLocalFeasts = (): Finding[] =>
  readFeastsFile().problems.map((reason) => newFinding("days.txt", "note", reason));

/** Runs all checks in order. Read-only, with or without a running server. */
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
    // Reading the key ring would repair the permissions of DATA_DIR, which the doctor only reports.
    await checkBackup(now, isSound && secret !== null && hasSecrets()),
    await checkClock(server.seen ?? model.seen, now),
    model.finding,
    ...checkLocalFeasts(),
  );
  return findings;
}
