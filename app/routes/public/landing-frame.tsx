import { Outlet, useSearchParams } from "@remix-run/react";
import { PublicShell } from "~/components/layout/public-shell";
import { t } from "~/i18n/t";

/** Signing out leads here; a page without script says it in a line instead of a toast. */
export function LoggedOut() {
  const [search] = useSearchParams();
  if (search.get("loggedOut") !== "true") return null;
  return (
    <p role="status" className="-mt-4 mb-10 text-center text-sm text-muted">
      {t("Logged out")}
    </p>
  );
}

/** The front door needs no script. */
export const handle = { js: false };

export default function LandingLayout() {
  return (
    <PublicShell>
      <LoggedOut />
      <Outlet />
    </PublicShell>
  );
}
