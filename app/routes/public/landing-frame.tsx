import { Outlet, useSearchParams } from "@remix-run/react";
import { PublicShell } from "~/components/layout/public-shell";
import { t } from "~/i18n/t";

/** Signing out redirects here. The page has no script, so it shows a line instead of a toast. */
function LoggedOut() {
  const [search] = useSearchParams();
  if (search.get("loggedOut") !== "true") return null;
  return (
    <p role="status" className="-mt-4 mb-10 text-center text-sm text-muted">
      {t("Logged out")}
    </p>
  );
}

/** The landing page has no script. */
export const handle = { js: false };

export default function LandingLayout() {
  return (
    <PublicShell>
      <LoggedOut />
      <Outlet />
    </PublicShell>
  );
}
