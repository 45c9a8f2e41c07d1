import { Outlet } from "@remix-run/react";
import { LoggedOut } from "~/components/landing/logged-out";
import { PublicShell } from "~/components/layout/public-shell";

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
