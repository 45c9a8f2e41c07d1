import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import type { AppearanceInput } from "./settings-schema";

/** Separate from the other settings, so that saving the appearance loads no reminders, plans or translations. */
export async function saveAppearance(member: Member, { theme, ...look }: AppearanceInput): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { theme, look } });
}
