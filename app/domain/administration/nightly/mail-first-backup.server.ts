import { UserModel } from "#models/user.server";
import { adminMail } from "~/domain/administration/health/admin-mail";
import { enqueue } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { env } from "~/platform/env.server";

/** Tells every administrator once that backups are made, and that their keys must be kept apart. */
export async function mailFirstBackup(place: string): Promise<void> {
  const administrators = await UserModel.find({
    $or: [{ _id: 1 }, { isAdmin: true }],
    status: "active",
  })
    .select({ email: 1, emailVerifiedAt: 1 })
    .limit(50)
    .lean();
  for (const { _id, email, emailVerifiedAt } of administrators) {
    if (!emailVerifiedAt) continue;
    const letter = adminMail({ kind: "first-backup", to: email, place }, env.PUBLIC_ORIGIN);
    await enqueue(`first-backup-${_id}`, letter, _id);
  }
  wakeMailRunner();
}
