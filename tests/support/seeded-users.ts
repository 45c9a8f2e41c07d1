import { randomBytes } from "node:crypto";

export type Person = { username: string; email: string; password: string };

/** Data of a new, unregistered user. */
export function newPerson(): Person {
  const id = randomBytes(5).toString("hex");
  return { username: `reader_${id}`, email: `reader.${id}@example.test`, password: `Quiet-Water-${id}` };
}

/**
 * `guides`: both guides are still pending, or the Formation welcome alone; `firstRun`: so are the choices of the first
 * visit; `timezone`: as reported by the browser; `hasReminders`: pages show a due reminder as a toast, so that tests without it
 * do not depend on the hour.
 */
export type Newness = {
  guides?: boolean | "formation";
  firstRun?: boolean;
  timezone?: string;
  quickExit?: boolean;
  hasReminders?: boolean;
};

/**
 * Creates a verified, signed-in user in the running server's database, for journeys that do not test registration or
 * sign-in. @returns the user and the session cookie
 */
export async function makeSignedIn({
  guides = false,
  firstRun = false,
  timezone = "",
  quickExit = false,
  hasReminders = true,
}: Newness): Promise<{ person: Person; cookie: { name: string; value: string } }> {
  // Imported late, because these modules read the settings of the running server when they are loaded.
  const [
    { connect },
    { createSignedIn, PASSWORD },
    { sessionCookie },
    { DEFAULT_PRAYER: USUAL_PRAYER },
    { DEFAULT_REMINDERS },
  ] = await Promise.all([
    import("#models/db/connection.server"),
    import("#tests/factories/user"),
    import("~/http/cookies.server"),
    import("~/domain/member/prayer-settings"),
    import("~/domain/member/preferences"),
  ]);
  await connect();
  const { username, email } = newPerson();
  const { secret } = await createSignedIn({
    username,
    email,
    timezone,
    seenTour: guides !== true,
    seenFormationWelcome: !guides,
    quickExit,
    ...(!hasReminders && { reminders: { ...DEFAULT_REMINDERS, inApp: false } }),
    ...(firstRun && { prayer: { ...USUAL_PRAYER, length: 0 as const } }),
  });
  const [pair = ""] = (await sessionCookie.serialize(secret)).split(";");
  const at = pair.indexOf("=");
  return {
    person: { username, email, password: PASSWORD },
    cookie: { name: pair.slice(0, at), value: pair.slice(at + 1) },
  };
}

/** Disconnects from the database and ends the password workers. */
export async function disconnectAll(): Promise<void> {
  const [{ disconnect }, { closePasswordPool }] = await Promise.all([
    import("#models/db/connection.server"),
    import("~/platform/passwords.server"),
  ]);
  await Promise.all([disconnect(), closePasswordPool()]);
}
