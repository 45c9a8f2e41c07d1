import { Link } from "@remix-run/react";
import type { Ending } from "~/domain/journal/pages/entry-page.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The ending of a reflection, above its entry: a verse, Amen and one link, on a screen of their own. */
export function ReflectionEnding({ ending: { verse, farewell } }: { ending: Ending }) {
  const { verses, reference, translation } = verse;
  return (
    <section
      aria-labelledby="kept"
      className="no-print mb-16 flex min-h-[76svh] flex-col items-center justify-center text-center"
    >
      <h1 id="kept" className="text-base font-normal text-muted">
        {t("Kept.")}
      </h1>
      <div aria-hidden="true" className="mt-5 h-0.5 w-10 bg-day" />
      <figure className="mt-12 max-w-card">
        <blockquote
          lang={translation.language}
          dir={translation.direction}
          className="balance font-serif text-xl leading-relaxed"
        >
          {verses.map(({ number, text }) => (
            <p key={number} className="whitespace-pre-line">
              {text}
            </p>
          ))}
        </blockquote>
        <figcaption className="mt-4 text-sm text-muted">{reference}</figcaption>
      </figure>
      <p className="mt-12 font-serif text-xl">{t("Amen.")}</p>
      <p className="mt-12 text-muted">
        {farewell && <span className="block">{farewell}</span>}{" "}
        <Link to={paths.dashboard()} className="inline-flex min-h-11 items-center">
          {t("Dashboard")}
        </Link>
      </p>
    </section>
  );
}
