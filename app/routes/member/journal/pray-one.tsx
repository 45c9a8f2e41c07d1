import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { ButtonLink } from "~/components/ui/button";
import { selectionToPray } from "~/domain/journal/prayers/rotation.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** `rel` of the page's links. */
const RELATIONS: Record<string, string> = { ArrowRight: "next", ArrowLeft: "prev" };

/**
 * Arrow keys follow the page's next and previous links, Escape leaves; combinations with modifier keys stay with the
 * browser. The links are looked up at the key press, because React runs effects after a new page is visible and fast
 * typing would skip a name.
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

/** One of the day's few, and the way to the next. Where there are fewer than an address says, it begins again. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    if (!/^[1-9]\d?$/.test(params.n ?? "")) throw notFound();
    const at = Number(params.n);
    const arc = await selectionToPray(member);
    const shown = arc[at - 1];
    if (!shown) throw redirect(PRAY);
    return {
      id: shown.id,
      name: shown.name,
      line: shown.line,
      next: at < arc.length ? `${PRAY}/${at + 1}` : null,
      back: at > 1 ? `${PRAY}/${at - 1}` : null,
    };
  });

/** One intention, large and still. */
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
