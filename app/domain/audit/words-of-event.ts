import { SIGN_IN_WAYS, type SignInWay } from "~/domain/member/sign-in-ways";
import { t } from "~/i18n/t";
import { AUDIT_WORDS, type AuditKind, type AuditLine } from "./chain";

/** How they came, where it was not with a password. */
const SIGNED_IN_BY: Record<SignInWay, string> = {
  provider: t("Signed in through the house’s own sign-in"),
  passkey: t("Signed in with a passkey"),
};
const REFUSED_BY: Record<SignInWay, string> = {
  provider: AUDIT_WORDS["sign_in.refused"],
  passkey: t("Sign-in with a passkey refused"),
};

/** What happened, in words; of a sign-in, and of one that was refused, also how. */
export function auditWords({ kind, details }: Pick<AuditLine, "kind" | "details">): string {
  if (kind === "sign_in.succeeded" && details.unlocked) return t("Opened after it was locked");
  const by = SIGN_IN_WAYS.find((way) => way === details.way);
  if (by && kind === "sign_in.succeeded") return SIGNED_IN_BY[by];
  if (by && kind === "sign_in.refused") return REFUSED_BY[by];
  return AUDIT_WORDS[kind as AuditKind] ?? kind;
}
