import { Link } from "@remix-run/react";
import clsx from "clsx";
import { footerWords } from "~/words/layout/footer";
import { SocialLinks } from "./social-links";

type FooterLink = { to: string; label: string; scripted?: boolean };

const QUICK_LINKS: FooterLink[] = [
  { to: "/about", label: footerWords.aboutUs },
  { to: "/subscribe", label: footerWords.pricing, scripted: true },
  { to: "/faq", label: footerWords.questions },
  { to: "/contact", label: footerWords.contact },
];

const LEGAL: FooterLink[] = [
  { to: "/privacy", label: footerWords.privacyPolicy },
  { to: "/terms", label: footerWords.termsOfService },
  { to: "/cookies", label: footerWords.cookiePolicy },
];

function LinkList({ title, links }: { title: string; links: FooterLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-1">
        {links.map(({ to, label, scripted }) => (
          <li key={to}>
            {/* Pages without script are documents of their own. */}
            <Link
              to={to}
              reloadDocument={!scripted}
              className="inline-flex min-h-11 items-center text-sm text-muted no-underline hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Seed section 2, "Footer": Quick Links, Legal, social icons, copyright. Shared by both shells. */
export function Footer({ className }: { className?: string }) {
  return (
    <footer className={clsx("no-print border-t border-line", className)}>
      <div className="mx-auto max-w-page px-5 py-10">
        <div className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          <LinkList title={footerWords.quickLinks} links={QUICK_LINKS} />
          <LinkList title={footerWords.legal} links={LEGAL} />
          <div className="col-span-2 text-sm text-muted sm:col-span-1">
            <p className="font-semibold text-ink">{footerWords.stillAndKnow}</p>
            <p className="mt-3">{footerWords.aQuietPlaceForDailyPrayer}</p>
            <Link
              to="/safety"
              reloadDocument
              className="inline-flex min-h-11 items-center text-muted hover:text-ink"
            >
              {footerWords.needHelpNow}
            </Link>
          </div>
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-4">
          <SocialLinks />
          <p className="text-sm text-muted">{footerWords.copyright}</p>
        </div>
      </div>
    </footer>
  );
}
