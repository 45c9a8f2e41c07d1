import { Outlet } from "@remix-run/react";
import { PublicShell } from "~/components/layout/public-shell";

/** These pages have no script. */
export const handle = { js: false };

export default function InfoLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
