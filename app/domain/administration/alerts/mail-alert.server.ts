import { UserModel } from "#models/user.server";
import { adminMail } from "~/domain/administration/health/admin-mail";
import { enqueue } from "~/domain/mail/outbox.server";
import { wakeMailRunner } from "~/domain/mail/runner.server";
import { t } from "~/i18n/t";
import { houseOrigin } from "~/platform/house-origin.server";
import { inUnit, type AlertRule } from "./rules-data";

/** Tells every administrator once; the mail's number is made of the alert's and theirs, so that a repeat is no second mail. */
export async function mailAlert(
  state: "opened" | "over",
  rule: AlertRule,
  alert: { id: string; value: number; threshold: number },
): Promise<void> {
  const administrators = await UserModel.find({ $or: [{ _id: 1 }, { isAdmin: true }] })
    .select({ email: 1, status: 1, emailVerifiedAt: 1 })
    .limit(50)
    .lean();
  const value = inUnit(alert.value, rule.unit);
  const threshold = inUnit(alert.threshold, rule.unit);
  const lines =
    state === "opened"
      ? [
          t("{name}: {value}. The limit is {threshold}.", { name: rule.name, value, threshold }),
          rule.measures,
          rule.advice,
        ]
      : [
          t("{name}: this is over. The worst value was {value}; the limit is {threshold}.", {
            name: rule.name,
            value,
            threshold,
          }),
        ];
  for (const { _id, email, status, emailVerifiedAt } of administrators) {
    if (status !== "active" || !emailVerifiedAt) continue;
    const order = { kind: "alert", to: email, title: rule.name, state, lines, alertId: alert.id } as const;
    await enqueue(`alert-${alert.id}-${state}-${_id}`, adminMail(order, houseOrigin()), _id);
  }
  wakeMailRunner();
}
