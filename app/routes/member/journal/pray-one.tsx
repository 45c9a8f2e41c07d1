import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { ButtonLink } from "~/components/ui/button";
import { selectionToPray } from "~/domain/journal/prayers/rotation.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The link relations that the arrow keys follow. */
const RELATIONS: Record<string, string> = { ArrowRight: "next", ArrowLeft: "prev" };

/**
 * Navigates with the arrow keys and leaves with Escape, without modifier keys. The targets are read from the page's links when
 * a key is pressed: React runs effects after the new page is visible, and a quick second key would skip an intention.
 */
export function useArrowNavigation(leave: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      const relation = RELATIONS[event.key];
      const link = relation && document.querySelector(`main a[rel="${relation}"]`)?.getAttribute("href");
      const to = event.key === "Escape" ? leave : link;
      if (!to) return;
      event.preventDefault();
      navigate(to);
    }
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, [navigate, leave]);
}

export const meta: MetaFunction = () => [{ title: t("Pray through · Still and Know") }];

const PRAY = paths.pray();

/** An intention of the day by its number. Redirects to the first one if there are fewer. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    if (!/^[1-9]\d?$/.test(params.n ?? "")) throw notFound();
    const at = Number(params.n);
    const selection = await selectionToPray(member);
    const intention = selection[at - 1];
    if (!intention) throw redirect(PRAY);
    return {
      id: intention.id,
      name: intention.name,
      line: intention.line,
      next: at < selection.length ? `${PRAY}/${at + 1}` : null,
      back: at > 1 ? `${PRAY}/${at - 1}` : null,
    };
  });

export default function PrayOnePage() {
  const { id, name, line, next, back } = useLoaderData<typeof loader>();
  useArrowNavigation(paths.prayers());
  return (
    <article className="flex min-h-[70vh] flex-col items-center justify-center gap-12 text-center">
      <header className="max-w-measure">
        <h1 dir="auto" className="balance break-words font-serif text-3xl leading-tight sm:text-4xl">
          {name}
        </h1>
        <div aria-hidden="true" className="mx-auto mt-8 h-0.5 w-10 bg-day" />
        {line && (
          <p dir="auto" className="mt-8 break-words font-serif text-xl text-muted">
            {line}
          </p>
        )}
      </header>
      <nav aria-label={t("Pray through")} className="flex flex-wrap items-center justify-center gap-4">
        {next && (
          <>
            <ButtonLink to={next} rel="next">
              {t("Next")}
            </ButtonLink>{" "}
          </>
        )}
        <ButtonLink to={paths.prayers()} variant={next ? "quiet" : "primary"}>
          {t("Leave")}
        </ButtonLink>
      </nav>
      <p className="flex flex-wrap justify-center gap-x-6 text-sm">
        {back && (
          <>
            <Link to={back} rel="prev" className="inline-flex min-h-11 items-center">
              {t("Back")}
            </Link>{" "}
          </>
        )}
        <Link to={paths.freePage({ prayer: id })} className="inline-flex min-h-11 items-center">
          {t("Write about this")}
        </Link>
      </p>
    </article>
  );
}
