import { z } from "zod";
import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import { APPEARANCE, LOOK } from "~/domain/member/preferences";
import { formSchemas } from "~/domain/member/setting-schemas";

/** `/settings/appearance` */
export const AppearanceSchema = z.object({
  ...formSchemas(APPEARANCE),
  ...formSchemas(LOOK),
});
type AppearanceInput = z.output<typeof AppearanceSchema>;

/** Separate from the other settings, so that saving the appearance loads no reminders, plans or translations. */
export async function saveAppearance(member: Member, { theme, ...look }: AppearanceInput): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { theme, look } });
}
