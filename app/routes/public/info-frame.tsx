import { Outlet } from "@remix-run/react";
import { PublicShell } from "~/components/layout/public-shell";

/** Pages to read: no script at all. */
export const handle = { js: false };

export default function InfoLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
