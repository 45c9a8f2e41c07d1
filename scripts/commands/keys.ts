import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { UserModel } from "#models/user.server";
import { rotateKeyRing } from "~/domain/administration/rotate-key-ring.server";
import { confirmPassword } from "~/domain/identity/sign-in.server";
import { memberFrom } from "~/domain/member/current-member.server";
import { audit } from "~/domain/operations/audit-log.server";
import { currentInstanceSettings } from "~/domain/operations/instance-settings.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { SecretsFileError } from "~/platform/secrets-file.server";
import { secrets } from "~/platform/secrets.server";
import { CommandError, readPassword } from "./command-line";

/**
 * `npm run keys:rotate`: rewraps every data key with a new key of the ring, while the server runs. With the embedded
 * database this command creates the new key; with ENCRYPTION_KEYS set, the operator must first prepend it there.
 */
export async function rotateKeys(): Promise<string> {
  const { count, isNew, retired } = await rotateKeyRing().catch((error: unknown) => {
    throw error instanceof SecretsFileError ? new CommandError(error.message) : error;
  });
  const kept =
    "Older keys must stay in the ring while mail still waits and for older backups; with BACKUP_DAYS set, those that nothing needs are taken out.";
  const gone = retired.length > 0 ? ` Taken out now: ${retired.join(", ")}.` : "";
  return `${count} data keys are wrapped with the ${isNew ? "new" : "newest"} key now. ${kept}${gone}`;
}

const USAGE = "Usage: npm run keys:show -- --for-paper [--username U] [--password-stdin]";

/** A printed check value that reveals typing errors; it depends on the text only. */
const checkValue = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 6);

/** The keys as a printable page with the names of their settings. */
function pageOfKeys(): string {
  const { houseName } = currentInstanceSettings();
  const ring = secrets.keyRing.map(({ id, key }) => `${id}:${key.toString("base64")}`);
  return [
    "STILL AND KNOW: THE KEYS OF THIS INSTANCE",
    `${houseName ? `${houseName}, ` : ""}${env.PUBLIC_ORIGIN}, printed ${now().toISOString().slice(0, 10)}`,
    "",
    "Whoever has this page and a backup can read every journal here that is not sealed. Keep it where you keep",
    "what is most private, apart from the backups. Without it nobody can open a backup.",
    "",
    "ENCRYPTION_KEYS, newest first. In the settings they stand in one line, with commas between them:",
    ...ring.map((key) => `    ${key}    (mark ${checkValue(key)})`),
    "",
    "PASSWORD_PEPPER. Without it nobody can sign in with their password:",
    `    ${secrets.pepper}    (mark ${checkValue(secrets.pepper)})`,
    "",
    "To use them on a new machine: put both into .env, and run  npm run restore -- FILE  before the first start.",
    "After npm run keys:rotate, print this page again and keep the old one as long as older backups.",
  ].join("\n");
}

/** `npm run keys:show -- --for-paper`: prints the keys that decrypt backups, for an administrator who gives their password. */
export async function showKeys(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      "for-paper": { type: "boolean" },
      username: { type: "string" },
      "password-stdin": { type: "boolean" },
    },
  });
  if (!values["for-paper"]) throw new CommandError(USAGE);
  return keysForPaper(values.username, await readPassword(values["password-stdin"] === true, USAGE));
}

const REFUSED = "That is not an administrator here, or not the password.";

/**
 * The page, for an administrator with their password; the first administrator by default.
 * @internal Exported for tests.
 */
export async function keysForPaper(username: string | undefined, password: string): Promise<string> {
  const user = await UserModel.findOne(
    username ? { usernameKey: username.trim().toLowerCase() } : { _id: 1 },
  ).lean();
  const member = user?.status === "active" ? memberFrom(user) : null;
  if (!member?.isAdmin) throw new CommandError(REFUSED);
  const check = await confirmPassword(member, password, "command");
  if (!check.ok)
    throw new CommandError(
      check.code === "locked" ? `Too many wrong passwords. Please wait ${check.seconds} seconds.` : REFUSED,
    );
  await audit({ kind: "admin.keys_shown", actorId: member.id });
  return pageOfKeys();
}
