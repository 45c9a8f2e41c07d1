import { Link, useLocation } from "@remix-run/react";
import clsx from "clsx";
import type { ReactNode } from "react";
import { useInstance } from "~/components/layout/use-instance";
import { cachedFragment, FragmentLink } from "~/components/ui/fragment-cache.state";
import { Icon } from "~/components/ui/icon";
import { PageHeading } from "~/components/ui/page-heading";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type SettingsLink = {
  to: string;
  name: string;
  /** The page's heading, if its name in the navigation is shorter. */
  title?: string;
};
type SettingsGroup = { name: string; hint: string; pages: readonly [SettingsLink, ...SettingsLink[]] };

const PLAN = {
  name: t("Plan"),
  hint: t("What is included, keys and payments"),
  pages: [{ to: paths.settingsPlan(), name: t("Plan") }],
} satisfies SettingsGroup;

const GROUPS: readonly SettingsGroup[] = [
  {
    name: t("Profile and Appearance"),
    hint: t("Your name and time zone, light and dark"),
    pages: [
      { to: paths.settingsProfile(), name: t("Profile") },
      { to: paths.settingsAppearance(), name: t("Appearance") },
    ],
  },
  {
    name: t("Prayer"),
    hint: t("Times, passages, questions and rhythm"),
    pages: [
      { to: paths.settingsPrayer(), name: t("Times and texts"), title: t("Prayer") },
      {
        to: paths.settingsPrayerPassages(),
        name: t("Passages"),
        title: t("Passages from your director"),
      },
      { to: paths.settingsPrayerShape(), name: t("Shape"), title: t("Your own morning and evening") },
      { to: paths.ownPrompts(), name: t("Questions"), title: t("Your own questions") },
      { to: paths.rhythm(), name: t("Rhythm"), title: t("Your rhythm") },
    ],
  },
  {
    name: t("Reminders"),
    hint: t("By email, on your devices, in your calendar"),
    pages: [{ to: paths.settingsReminders(), name: t("Reminders") }],
  },
  {
    name: t("Privacy and Security"),
    hint: t("Who can read, password, passkeys, insights"),
    pages: [
      { to: paths.settingsPrivacy(), name: t("Privacy") },
      { to: paths.settingsSecurity(), name: t("Security") },
      { to: paths.insightChoices(), name: t("Insights"), title: t("How insights are made") },
    ],
  },
  {
    name: t("Data"),
    hint: t("Export, import, delete your account"),
    pages: [
      { to: paths.settingsData(), name: t("Export and import"), title: t("Data") },
      { to: paths.settingsDelete(), name: t("Delete account") },
    ],
  },
  PLAN,
];

/** Pages below a page of a group. */
const SUB_PAGES: readonly SettingsLink[] = [
  { to: paths.settingsSecurityTwoStep(), name: t("Two-step sign-in") },
  { to: paths.settingsSecurityPasskeys(), name: t("Passkeys") },
  { to: paths.settingsSecuritySeal(), name: t("The sealed journal") },
  { to: paths.settingsDataKeys(), name: t("Keys for programs") },
  { to: paths.settingsDataLegacy(), name: t("If I am no longer here") },
  { to: paths.settingsDataHelp(), name: t("Import from another app") },
];

/** The page of a path, and its group; a path below a page belongs to that page. */
function locate(pathname: string) {
  const pages = GROUPS.flatMap((group) => group.pages.map((page) => ({ group, page })));
  const isBelow = ({ page: { to } }: (typeof pages)[number]) => pathname.startsWith(`${to}/`);
  return pages.find(({ page }) => page.to === pathname) ?? pages.find(isBelow) ?? pages[0];
}

/** Links to the groups: a row on wide screens; on a phone a list, shown on `/settings` only. */
function SettingsNav({ current, isList }: { current: SettingsGroup | undefined; isList: boolean }) {
  const { isOpen } = useInstance();
  return (
    <nav aria-label={t("Settings")} className={current && current.pages.length > 1 ? "mb-4" : "mb-8"}>
      <GroupLinks current={current?.name} isList={isList} hasPlan={!isOpen} />
    </nav>
  );
}

type GroupLinksProps = { current: string | undefined; isList: boolean; hasPlan: boolean };

const GroupLinks = cachedFragment("div", {}, ({ current, isList, hasPlan }: GroupLinksProps) => (
  <ul
    className={clsx(
      "gap-x-6 border-line sm:flex sm:flex-wrap sm:border-b",
      isList ? "divide-y divide-line border-y sm:divide-y-0 sm:border-t-0" : "hidden",
    )}
  >
    {GROUPS.filter((group) => group !== PLAN || hasPlan).map((group) => (
      <li key={group.name}>
        <FragmentLink
          to={group.pages[0].to}
          aria-current={group.name === current ? "true" : undefined}
          className={clsx(
            "flex min-h-11 items-center border-accent py-3 text-ink no-underline sm:-mb-px sm:inline-flex sm:py-0",
            group.name === current ? "sm:border-b-2" : "sm:text-muted sm:hover:text-ink",
          )}
        >
          <span className="min-w-0 flex-1">
            {group.name} <span className="block text-sm text-muted sm:hidden">{group.hint}</span>
          </span>{" "}
          <Icon name="chevron-right" className="shrink-0 text-muted sm:hidden" />
        </FragmentLink>
      </li>
    ))}
  </ul>
));

type GroupNavProps = { group: SettingsGroup; page: SettingsLink; isList: boolean };

/** Links to the pages of a group with several pages. Hidden on phones while the list of groups is shown. */
function GroupNav({ group, page, isList }: GroupNavProps) {
  const { pathname } = useLocation();
  if (group.pages.length < 2) return null;
  return (
    <nav aria-label={group.name} className={clsx("mb-8", isList && "hidden sm:block")}>
      <ul className="flex flex-wrap gap-x-5">
        {group.pages.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === pathname || (isList && to === page.to) ? "page" : undefined}
              className={clsx(
                "inline-flex min-h-11 items-center text-sm",
                to === page.to ? "font-semibold text-ink no-underline" : "text-muted hover:text-ink",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SettingsPageProps = { title?: string; intro?: ReactNode; children: ReactNode };

/** Frame of the settings pages. It is no layout route, so that each URL receives its own posts. */
export function SettingsPage({ title, intro, children }: SettingsPageProps) {
  const { pathname } = useLocation();
  const current = locate(pathname);
  const subPage = SUB_PAGES.find(({ to }) => to === pathname);
  const isList = pathname === paths.settings();
  const ownTitle = isList ? t("Settings") : (subPage?.name ?? current?.page.title ?? current?.page.name);
  return (
    <>
      {!isList && (
        <p className="no-print -mt-4 mb-2 sm:hidden">
          <Link to={paths.settings()} className="inline-flex min-h-11 items-center gap-1 text-sm">
            <span aria-hidden>{"‹ "}</span>
            {t("Settings")}
          </Link>
        </p>
      )}
      <PageHeading title={title ?? ownTitle} intro={intro} />
      <SettingsNav current={current?.group} isList={isList} />
      {current && <GroupNav {...current} isList={isList} />}
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

/** Introduction of a page below a settings page, with a link back. */
export function Introduction({ id, title, back, children }: IntroductionProps) {
  return (
    <section id={id} aria-label={title}>
      <p className="mb-4 text-sm">
        <Link to={back.to} className="inline-flex min-h-8 items-center">
          {back.text}
        </Link>
      </p>
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
