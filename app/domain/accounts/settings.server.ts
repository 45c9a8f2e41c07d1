import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel } from "#models/user.server";
import { zoneNamed } from "~/domain/journal/time-zone";
import type { Member } from "./member";
import type { ProfileInput } from "./schema";

export type SetTimezoneResult = { ok: true; timezone: string } | { ok: false; code: "unknown_zone" };

/** Remembers where a person's days begin and end; takes a zone's name or a city's. */
export async function setTimezone(member: Member, text: string): Promise<SetTimezoneResult> {
  const timezone = zoneNamed(text);
  if (!timezone) return { ok: false, code: "unknown_zone" };
  await UserModel.updateOne({ _id: member.id }, { $set: { timezone } });
  return { ok: true, timezone };
}

export type SaveProfileResult = { ok: true } | { ok: false; code: "username_taken" | "unknown_zone" };

/** Names, username and time zone; an empty zone counts as UTC until one is known. */
export async function saveProfile(member: Member, input: ProfileInput): Promise<SaveProfileResult> {
  const timezone = input.timezone === "" ? "" : zoneNamed(input.timezone);
  if (timezone === undefined) return { ok: false, code: "unknown_zone" };
  const { firstName, lastName, username } = input;
  const change = { firstName, lastName, username, usernameKey: username.toLowerCase(), timezone };
  try {
    await UserModel.updateOne({ _id: member.id }, { $set: change });
    return { ok: true };
  } catch (error) {
    if (duplicateKeyFields(error)) return { ok: false, code: "username_taken" };
    throw error;
  }
}
