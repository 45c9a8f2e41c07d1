import type { ReactNode } from "react";
import { Brand } from "~/components/ui/brand";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** A page outside every layout: the brand, one message, what can be done, and where there is help. */
export function FullPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-screen max-w-measure flex-col px-5 py-8 sm:py-12">
      <header>
        <a href={paths.home()} className="inline-flex min-h-11 items-center no-underline">
          <Brand />
        </a>
      </header>
      <main id="main" className="flex-1 py-16 sm:py-24">
        <h1 className="text-2xl font-medium tracking-tight">{title}</h1>
        <div aria-hidden="true" className="mt-4 h-0.5 w-10 bg-day" />
        {children}
      </main>
      <footer className="text-sm">
        <a
          href={paths.safety()}
          className="inline-flex min-h-11 items-center text-muted no-underline hover:text-ink hover:underline"
        >
          {t("Need help now?")}
        </a>
      </footer>
    </div>
  );
}
