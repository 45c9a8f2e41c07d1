import { useRouteLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { cachedFragment } from "~/components/ui/fragment-cache.state";
import type { Instance } from "~/domain/operations/instance-settings";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { LinkItems, type QuietLink } from "./links";
import { useInstance } from "./use-instance";

/** Social services and their icons. */
const SOCIAL: { key: keyof Instance["social"]; name: string; drawing: ReactNode }[] = [
  {
    key: "instagram",
    name: t("Instagram"),
    drawing: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <circle cx="17" cy="7" r="0.6" fill="currentColor" />
      </>
    ),
  },
  {
    key: "facebook",
    name: t("Facebook"),
    drawing: (
      <path d="M13.5 21v-7.5h3l.5-3.5h-3.5V8c0-1.2.6-2 2-2H17V3h-2.5C11.7 3 10 4.7 10 7.5V10H7v3.500h3V21" />
    ),
  },
  {
    key: "youtube",
    name: t("YouTube"),
    drawing: (
      <>
        <rect x="2" y="5" width="20" height="14" rx="4" />
        <path d="m10 9 5 3-5 3z" fill="currentColor" />
      </>
    ),
  },
];

/** Links to the operator's pages on social services. Nothing is loaded from there. */
export function SocialLinks() {
  const { social } = useInstance();
  const pages = SOCIAL.flatMap((page) =>
    social[page.key] ? [{ ...page, href: social[page.key] ?? "" }] : [],
  );
  if (pages.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5">
      {pages.map(({ name, href, drawing }) => (
        <li key={name}>
          <a
            href={href}
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 text-sm text-muted no-underline hover:text-ink hover:underline"
          >
            <svg
              viewBox="0 0 24 24"
              width="20"
              height="20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinejoin="round"
              aria-hidden="true"
            >
              {drawing}
            </svg>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const PRICING: QuietLink = { to: paths.subscribe(), label: t("Pricing"), scripted: true };
const QUICK_LINKS: QuietLink[] = [
  { to: paths.about(), label: t("About Us") },
  PRICING,
  { to: paths.faq(), label: t("FAQ") },
  { to: paths.contact(), label: t("Contact") },
];

const LEGAL: QuietLink[] = [
  { to: paths.privacy(), label: t("Privacy Policy") },
  { to: paths.terms(), label: t("Terms of Service") },
  { to: paths.cookies(), label: t("Cookie Policy") },
];

const SHORT: QuietLink[] = [
  { to: paths.safety(), label: t("Need help now?") },
  { to: paths.about(), label: t("About Us") },
];

function LinkList({ title, links }: { title: string; links: QuietLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-1">
        <LinkItems links={links} />
      </ul>
    </nav>
  );
}

/** Omits the link to the prices on an instance that includes everything. */
const quickLinksOf = (isOpen: boolean) =>
  isOpen ? QUICK_LINKS.filter((link) => link !== PRICING) : QUICK_LINKS;

const useYear = () => useRouteLoaderData<RootData>("root")?.year;

function Copyright({ year }: { year: string | undefined }) {
  return (
    <p className="text-sm text-muted">
      {year ? t("© {year} Still and Know", { year }) : t("© Still and Know")}
    </p>
  );
}

/** Footer of the public pages. `children` are shown beside the copyright. */
export function Footer({ children }: { children?: ReactNode }) {
  const { isOpen } = useInstance();
  const year = useYear();
  return (
    <footer className="no-print border-t border-line">
      <div className="mx-auto max-w-page px-5 py-10">
        <FooterColumns isOpen={isOpen} />
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-4">
          {children}
          <Copyright year={year} />
        </div>
      </div>
    </footer>
  );
}

const FooterColumns = cachedFragment(
  "div",
  { className: "grid grid-cols-2 gap-8 sm:grid-cols-3" },
  ({ isOpen }: { isOpen: boolean }) => (
    <>
      <LinkList title={t("Quick Links")} links={quickLinksOf(isOpen)} />
      <LinkList title={t("Legal")} links={LEGAL} />
      <div className="col-span-2 text-sm text-muted sm:col-span-1">
        <p className="font-semibold text-ink">{t("Still and Know")}</p>
        <p className="mt-3">
          <Trans>
            A quiet place for daily prayer. Scripture from the World English Bible, which is in the public
            domain.
          </Trans>
        </p>
        <a href={paths.safety()} className="inline-flex min-h-11 items-center text-muted hover:text-ink">
          {t("Need help now?")}
        </a>
      </div>
    </>
  ),
);

function LinkRow({ title, links }: { title: string; links: QuietLink[] }) {
  return (
    <nav aria-label={title}>
      <ul className="flex flex-wrap gap-x-4 sm:gap-x-6">
        <LinkItems links={links} />
      </ul>
    </nav>
  );
}

/** Footer of the member area: the same links in rows. */
export function MemberFooter() {
  const { isOpen } = useInstance();
  const year = useYear();
  return (
    <footer className="no-print border-t border-line">
      <MemberFooterRows isOpen={isOpen} year={year} />
    </footer>
  );
}

const MemberFooterRows = cachedFragment(
  "div",
  { className: "mx-auto max-w-page px-5 py-3" },
  ({ isOpen, year }: { isOpen: boolean; year: string | undefined }) => (
    <>
      <LinkRow title={t("Quick Links")} links={quickLinksOf(isOpen)} />
      <LinkRow title={t("Legal")} links={LEGAL} />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <a
          href={paths.safety()}
          className="inline-flex min-h-11 items-center text-sm text-muted no-underline hover:text-ink hover:underline"
        >
          {t("Need help now?")}
        </a>{" "}
        <Copyright year={year} />
      </div>
    </>
  ),
);

/** Footer of the pages for writing, reading and silence. */
export const ShortFooter = cachedFragment(
  "footer",
  { className: "no-print flex flex-wrap justify-center gap-x-6 border-t border-line px-5 py-2 text-sm" },
  () =>
    SHORT.map(({ to, label }) => (
      <Fragment key={to}>
        <a
          href={to}
          className="inline-flex min-h-11 items-center text-muted no-underline hover:text-ink hover:underline"
        >
          {label}
        </a>{" "}
      </Fragment>
    )),
);
