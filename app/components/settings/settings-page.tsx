import { Link, useLocation } from "@remix-run/react";
import clsx from "clsx";
import { Fragment, type ReactNode } from "react";
import { PageHeading } from "~/components/ui/page-heading";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const SETTINGS_PAGES = [
  { to: paths.settings(), label: t("Profile") },
  { to: paths.settingsPrayer(), label: t("Prayer") },
  { to: paths.settingsReminders(), label: t("Reminders") },
  { to: paths.settingsPrivacy(), label: t("Privacy") },
  { to: paths.settingsSecurity(), label: t("Security") },
  { to: paths.settingsData(), label: t("Data") },
  { to: paths.settingsPlan(), label: t("Plan") },
  { to: paths.settingsAppearance(), label: t("Appearance") },
  { to: paths.settingsDelete(), label: t("Delete account") },
] as const;

function SettingsNav() {
  const { pathname } = useLocation();
  const current = SETTINGS_PAGES.findLast(
    ({ to }) => pathname === to || (to !== paths.settings() && pathname.startsWith(`${to}/`)),
  );
  return (
    <nav aria-label={t("Settings")} className="mb-8 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {SETTINGS_PAGES.map(({ to, label }) => (
        <Fragment key={to}>
          <Link
            to={to}
            aria-current={current?.to === to ? "page" : undefined}
            className={clsx(
              "inline-flex min-h-11 items-center border-b-2 no-underline",
              current?.to === to ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            {label}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/** Frame of the settings pages. It is no layout route, so that each URL receives its own posts. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title={t("Settings")} />
      <SettingsNav />
      {children}
    </>
  );
}

type IntroductionProps = {
  id: string;
  title: string;
  back: { to: string; text: string };
  children: ReactNode;
};

/** Heading of a settings sub-page, with a link back. */
export function Introduction({ id, title, back, children }: IntroductionProps) {
  return (
    <section aria-labelledby={id}>
      <p className="mb-4 text-sm">
        <Link to={back.to}>{back.text}</Link>
      </p>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

type ItemListProps = { id: string; title: string; children: ReactNode[] };

export function ItemList({ id, title, children }: ItemListProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="text-muted">{t("There are none yet.")}</p>
      ) : (
        <ul className="max-w-measure divide-y divide-line border-y border-line">{children}</ul>
      )}
    </section>
  );
}

type ListItemProps = { name: string; about: ReactNode; children: ReactNode };

export function ListItem({ name, about, children }: ListItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4">
      <div className="min-w-0">
        <p className="break-words font-medium" dir="auto">
          {name}
        </p>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {children}
    </li>
  );
}
