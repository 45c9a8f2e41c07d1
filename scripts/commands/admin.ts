import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { invite, withAccount } from "~/domain/accounts/invitations/invitations.server";
import { createAdministrator } from "~/domain/accounts/registration/create-administrator.server";
import { RegisterCallSchema } from "~/domain/accounts/schema";
import { PASSWORD_COMMON } from "~/domain/identity/passwords/common-passwords.server";
import { emailField } from "~/domain/identity/person-fields";
import { REGISTRATION_TEXTS } from "~/domain/identity/texts";
import { CommandError } from "./command-error";

const USAGE = `Usage: npm run admin -- create --email E --username U [--password-stdin]
       npm run admin -- invite [--email E]`;

const REFUSALS = {
  email_taken: `${REGISTRATION_TEXTS.emailTaken}.`,
  username_taken: `${REGISTRATION_TEXTS.usernameTaken}.`,
  password_common: PASSWORD_COMMON,
  not_first: "There is an administrator already.",
} as const;

/** Makes an invitation: prints its link, and emails it to the address, if there is one. */
async function inviteSomeone(typed: string | undefined): Promise<string> {
  const email = typed === undefined ? "" : emailField.safeParse(typed).data;
  if (email === undefined) throw new CommandError(`That is not an email address.\n${USAGE}`);
  if (email && (await withAccount([email])).length > 0) throw new CommandError(REFUSALS.email_taken);
  const link = await invite(null, email);
  const sent = email ? ` It is also emailed to ${email} when the server runs.` : "";
  return `${link}\nThe link works once, for seven days.${sent}`;
}

/** Makes an administrator, or an invitation. The password comes from standard input, never from the command line, where others can read it. */
export async function admin(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: "string" },
      username: { type: "string" },
      "password-stdin": { type: "boolean" },
    },
  });
  if (positionals[0] === "invite") return inviteSomeone(values.email);
  if (positionals[0] !== "create" || !values.email || !values.username) throw new CommandError(USAGE);
  const password = await readPassword(values["password-stdin"] === true);
  const input = RegisterCallSchema.safeParse({ email: values.email, username: values.username, password });
  if (!input.success)
    throw new CommandError(input.error.issues.map(({ message }) => `${message}.`).join("\n"));
  const result = await createAdministrator(input.data);
  if (result.ok) return `Administrator ${input.data.username} has been made, with id ${result.id}.`;
  throw new CommandError(REFUSALS[result.code]);
}

async function readPassword(fromStandardInput: boolean): Promise<string> {
  if (!fromStandardInput && !process.stdin.isTTY)
    throw new CommandError(`No terminal to ask for a password.\n${USAGE}`);
  const lines = createInterface({
    input: process.stdin,
    output: process.stdin.isTTY ? process.stderr : undefined,
  });
  try {
    if (process.stdin.isTTY) return await askHidden(lines);
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}

/** Asks without showing what is typed. */
async function askHidden(lines: ReturnType<typeof createInterface>): Promise<string> {
  process.stderr.write("Password: ");
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = () => true;
  try {
    return await lines.question("");
  } finally {
    process.stderr.write = write;
    process.stderr.write("\n");
  }
}
