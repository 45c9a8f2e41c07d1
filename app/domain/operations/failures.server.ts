import { ping } from "#models/db/connection.server";
import { isDatabaseAway, isDiskFull } from "#models/db/failures.server";
import { PasswordsBusyError } from "~/platform/passwords.server";

/** A service that is away for a while; the person is told and keeps what they typed. */
export type Failure = "database_away" | "disk_full" | "busy";

/** What kind of passing failure an error is, or undefined for our own mistakes. */
export function failureOf(error: unknown): Failure | undefined {
  if (isDatabaseAway(error)) return "database_away";
  if (isDiskFull(error)) return "disk_full";
  if (error instanceof PasswordsBusyError) return "busy";
  return undefined;
}

/** Whether the database answers. */
export async function isReady(): Promise<boolean> {
  try {
    await ping();
    return true;
  } catch {
    return false;
  }
}
