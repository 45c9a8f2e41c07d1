import { UserModel } from "#models/user.server";
import { zoneNamed } from "~/domain/journal/time-zone";
import type { Member } from "./member";

export type SetTimezoneResult = { ok: true; timezone: string } | { ok: false; code: "unknown_zone" };

/** Remembers where a person's days begin and end; takes a zone's name or a city's. */
export async function setTimezone(member: Member, text: string): Promise<SetTimezoneResult> {
  const timezone = zoneNamed(text);
  if (!timezone) return { ok: false, code: "unknown_zone" };
  await UserModel.updateOne({ _id: member.id }, { $set: { timezone } });
  return { ok: true, timezone };
}
