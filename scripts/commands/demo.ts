import { randomBytes } from "node:crypto";
import { createDemoAccount, DEMO_ACCOUNT } from "~/domain/administration/demo/create-demo-account.server";
import { closePicturePool } from "~/platform/pictures.server";
import { CommandError } from "./command-error";

/** `npm run seed:demo`: creates a demonstration account with sixty days of invented entries. */
export async function seedDemo(): Promise<string> {
  const password = `Demo-${randomBytes(9).toString("base64url")}7`;
  const made = await createDemoAccount(password);
  await closePicturePool();
  if (!made)
    throw new CommandError(`There is an account ${DEMO_ACCOUNT.email} or ${DEMO_ACCOUNT.username} already.`);
  return `${made.entries} invented entries are in the account ${DEMO_ACCOUNT.email}, number ${made.id}. Its password: ${password}`;
}
