import type { Member } from "~/domain/member/member";
import { t } from "~/i18n/t";
import { INTENTION_LIMITS } from "./intention";
import type { OfflineIntentions } from "./offline";
import { arcOfToday } from "./turn.server";

/** The few of the day, to read without a connection: no ids, no rhythms, and nobody whose turn it is not. */
export async function offlineIntentions(member: Member): Promise<OfflineIntentions> {
  const arc = await arcOfToday(member);
  const field = { key: "name", label: t("Whom or what do you hold in prayer?") };
  return {
    held: arc.map(({ name, line }) => ({ name, line })),
    carry: {
      title: t("People and intentions"),
      fields: [{ ...field, maxLength: INTENTION_LIMITS.name }],
    },
  };
}
