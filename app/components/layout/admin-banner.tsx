import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { t } from "~/i18n/t";

/** The red banner that administrators see in the users' area. */
export function AdminBanner() {
  return (
    <aside
      aria-label={t("Administration")}
      className="no-print flex flex-wrap items-center justify-center gap-x-6 bg-harm px-5 py-1 text-sm text-harm-ink"
    >
      <p className="font-medium">{t("Admin viewing as user")}</p>
      <Link
        to={addresses.adminSettings()}
        reloadDocument
        className="inline-flex min-h-11 items-center font-semibold text-harm-ink underline"
      >
        {t("Return to Admin")}
      </Link>
    </aside>
  );
}
