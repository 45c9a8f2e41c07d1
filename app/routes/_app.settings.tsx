import { Outlet } from "@remix-run/react";
import { SettingsNav } from "~/components/settings/settings-nav";
import { PageHeading } from "~/components/ui/page-heading";

export default function SettingsLayout() {
  return (
    <>
      <PageHeading title="Settings" />
      <SettingsNav />
      <Outlet />
    </>
  );
}
