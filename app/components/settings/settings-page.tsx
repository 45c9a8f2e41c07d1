import type { ReactNode } from "react";
import { PageHeading } from "~/components/ui/page-heading";
import { t } from "~/i18n/t";
import { SettingsNav } from "./settings-nav";

/** The frame of every settings page. A component and no layout route, so that each address takes its own posts. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title={t("Settings")} />
      <SettingsNav />
      {children}
    </>
  );
}
