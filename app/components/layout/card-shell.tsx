import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import * as addresses from "~/addresses";
import { Brand } from "~/components/ui/brand";
import { t } from "~/i18n/t";
import { LinkItems } from "./link-items";
import { SkipLink } from "./skip-link";
import { useHouse } from "./use-house";

const FURTHER = [
  { to: addresses.safety(), label: t("Need help now?") },
  { to: addresses.home(), label: t("Home") },
  { to: addresses.privacy(), label: t("Privacy Policy") },
  { to: addresses.terms(), label: t("Terms of Service") },
];

/** The frame of signing in: the brand words above a card. */
export function CardShell({ children }: { children: ReactNode }) {
  const { name } = useHouse();
  return (
    <div className="flex min-h-screen flex-col items-center px-4 py-8 sm:py-16">
      <SkipLink />
      <header>
        <Link to={addresses.home()} reloadDocument className="inline-flex min-h-11 items-center no-underline">
          <Brand house={name} />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mt-6 grid w-full max-w-card grid-cols-1 gap-6 rounded-lg border border-line bg-raised p-6 sm:p-9"
      >
        {children}
      </main>
      <nav aria-label={t("Further pages")} className="mt-6">
        <ul className="flex max-w-72 flex-wrap justify-center gap-x-6 sm:max-w-none">
          <LinkItems links={FURTHER} />
        </ul>
      </nav>
    </div>
  );
}
