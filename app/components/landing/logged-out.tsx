import { useSearchParams } from "@remix-run/react";
import { t } from "~/i18n/t";

/** Seed section 8, "Logout toast": where signing out leads to, said as a line of the page. */
export function LoggedOut() {
  const [search] = useSearchParams();
  if (search.get("loggedOut") !== "true") return null;
  return (
    <p role="status" className="-mt-4 mb-10 text-center text-sm text-muted">
      {t("Logged out")}
    </p>
  );
}
