import { ping } from "#models/db/connection.server";

/** Whether the database answers. */
export async function isReady(): Promise<boolean> {
  try {
    await ping();
    return true;
  } catch {
    return false;
  }
}
