import { Link } from "@remix-run/react";
import { adminBannerWords } from "~/words/layout/admin-banner";

/** Seed section 2: the red banner that administrators see in the users' area. */
export function AdminBanner() {
  return (
    <aside
      aria-label={adminBannerWords.administration}
      className="no-print flex flex-wrap items-center justify-center gap-x-6 bg-harm px-5 py-1 text-sm text-harm-ink"
    >
      <p className="font-medium">{adminBannerWords.adminViewingAsUser}</p>
      <Link
        to="/admin-settings"
        reloadDocument
        className="inline-flex min-h-11 items-center font-semibold text-harm-ink underline"
      >
        {adminBannerWords.returnToAdmin}
      </Link>
    </aside>
  );
}
