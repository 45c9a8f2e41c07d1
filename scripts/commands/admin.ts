import { parseArgs } from "node:util";
import { UserModel } from "#models/user.server";
import { createInvitation, registeredAddresses } from "~/domain/accounts/invitations/invitations.server";
import { approveAccount, createResetLink } from "~/domain/accounts/manual-approval.server";
import { createAdministrator } from "~/domain/accounts/registration/setup.server";
import { RegisterCallSchema } from "~/domain/accounts/schema";
import { emailField, emailKey } from "~/domain/identity/account-fields";
import { PASSWORD_COMMON } from "~/domain/identity/sign-in.server";
import { REGISTRATION_TEXTS } from "~/domain/identity/texts";
import { CommandError, readPassword } from "./command-line";

const USAGE = `Usage: npm run admin -- create --email E --username U [--password-stdin]
       npm run admin -- invite [--email E]
       npm run admin -- letin --email E
       npm run admin -- reset-link --email E`;

const REFUSALS = {
  email_taken: `${REGISTRATION_TEXTS.emailTaken}.`,
  username_taken: `${REGISTRATION_TEXTS.usernameTaken}.`,
  password_common: PASSWORD_COMMON,
  not_first: "There is an administrator already.",
} as const;

/** Creates an invitation, prints its link, and emails it if an address is given. */
async function inviteSomeone(typed: string | undefined): Promise<string> {
  const email = typed === undefined ? "" : emailField.safeParse(typed).data;
  if (email === undefined) throw new CommandError(`That is not an email address.\n${USAGE}`);
  if (email && (await registeredAddresses([email])).length > 0) throw new CommandError(REFUSALS.email_taken);
  const link = await createInvitation(null, email);
  const sent = email ? ` It is also emailed to ${email} when the server runs.` : "";
  return `${link}\nThe link works once, for seven days.${sent}`;
}

/** Prints a link that would be emailed if the instance had a mail server. */
const MANUAL_COMMANDS: Record<string, (userId: number) => Promise<string>> = {
  async letin(userId) {
    if (!(await approveAccount(null, userId)))
      throw new CommandError("Nobody with this address waits to be let in.");
    return "Let in.";
  },
  async "reset-link"(userId) {
    const link = await createResetLink(null, userId);
    if (!link)
      throw new CommandError(
        "This site sends email: the link goes to the address, from /auth/reset-password.",
      );
    return link;
  },
};

/** `npm run admin -- create | invite | …` */
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
  const manualCommand = MANUAL_COMMANDS[positionals[0] ?? ""];
  if (manualCommand) {
    const found = await UserModel.findOne({ emailKey: emailKey(values.email ?? "") })
      .select({ _id: 1 })
      .lean();
    if (!found) throw new CommandError("There is no account with this address.");
    return manualCommand(found._id);
  }
  if (positionals[0] !== "create" || !values.email || !values.username) throw new CommandError(USAGE);
  const password = await readPassword(values["password-stdin"] === true, USAGE);
  const input = RegisterCallSchema.safeParse({ email: values.email, username: values.username, password });
  if (!input.success)
    throw new CommandError(input.error.issues.map(({ message }) => `${message}.`).join("\n"));
  const result = await createAdministrator(input.data);
  if (result.ok) return `Administrator ${input.data.username} has been made, with id ${result.id}.`;
  throw new CommandError(REFUSALS[result.code]);
}
