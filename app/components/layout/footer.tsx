import { useRouteLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { Fragment } from "react";
import * as addresses from "~/addresses";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { LinkItems, type QuietLink } from "./link-items";
import { SocialLinks } from "./social-links";
import { useHouse } from "./use-house";

const PRICING: QuietLink = { to: addresses.subscribe(), label: t("Pricing"), scripted: true };
const QUICK_LINKS: QuietLink[] = [
  { to: addresses.about(), label: t("About Us") },
  PRICING,
  { to: addresses.faq(), label: t("FAQ") },
  { to: addresses.contact(), label: t("Contact") },
];

const LEGAL: QuietLink[] = [
  { to: addresses.privacy(), label: t("Privacy Policy") },
  { to: addresses.terms(), label: t("Terms of Service") },
  { to: addresses.cookies(), label: t("Cookie Policy") },
];

const SHORT: QuietLink[] = [
  { to: addresses.safety(), label: t("Need help now?") },
  { to: addresses.about(), label: t("About Us") },
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

/** Quick Links, Legal, social icons, copyright. Shared by both shells. */
export function Footer({ className }: { className?: string }) {
  const { isOpen, social } = useHouse();
  const year = useRouteLoaderData<RootData>("root")?.year;
  return (
    <footer className={clsx("no-print border-t border-line", className)}>
      <div className="mx-auto max-w-page px-5 py-10">
        <div className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          <LinkList
            title={t("Quick Links")}
            links={isOpen ? QUICK_LINKS.filter((link) => link !== PRICING) : QUICK_LINKS}
          />
          <LinkList title={t("Legal")} links={LEGAL} />
          <div className="col-span-2 text-sm text-muted sm:col-span-1">
            <p className="font-semibold text-ink">{t("Still and Know")}</p>
            <p className="mt-3">
              <Trans>
                A quiet place for daily prayer. Scripture from the World English Bible, which is in the public
                domain.
              </Trans>
            </p>
            <a
              href={addresses.safety()}
              className="inline-flex min-h-11 items-center text-muted hover:text-ink"
            >
              {t("Need help now?")}
            </a>
          </div>
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-4">
          <SocialLinks social={social} />
          <p className="text-sm text-muted">
            {year ? t("© {year} Still and Know", { year }) : t("© Still and Know")}
          </p>
        </div>
      </div>
    </footer>
  );
}

/** In its place where someone writes: help, and who is behind this. */
export function ShortFooter() {
  return (
    <footer className="no-print flex flex-wrap justify-center gap-x-6 border-t border-line px-5 py-2 text-sm">
      {SHORT.map(({ to, label }) => (
        <Fragment key={to}>
          <a
            href={to}
            className="inline-flex min-h-11 items-center text-muted no-underline hover:text-ink hover:underline"
          >
            {label}
          </a>{" "}
        </Fragment>
      ))}
    </footer>
  );
}
