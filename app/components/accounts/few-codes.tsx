import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Banner } from "~/components/ui/banner";
import { CODE_COUNT } from "~/domain/identity/keys/recovery-codes";
import { t } from "~/i18n/t";

/** Said on the dashboard while a sealed journal has hardly a recovery code left. */
export function FewCodes({ codesLeft, className }: { codesLeft: number; className?: string }) {
  return (
    <Banner title={t("Few recovery codes are left")} className={className}>
      <p>
        {t("{codesLeft} of {count} left.", { codesLeft, count: CODE_COUNT })}{" "}
        {t("If you forget your password and have no code, nobody can open your journal.")}{" "}
        <Link to={addresses.settingsSecuritySeal()}>{t("Make new codes")}</Link>
      </p>
    </Banner>
  );
}
