import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { usePolling } from "~/browser/timers";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { formatNumber } from "~/domain/calendar/locale";
import { BOOK_EXPIRED } from "~/domain/portability/book/book-options";
import { readPendingBook, type PendingBook } from "~/domain/portability/book/staged-book.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Your book · Still and Know") }];

/** Without script, the page reloads every few seconds while the book is being created. */
export const handle = { reloads: ({ stage }: PendingBook) => (stage === "making" ? 3 : 0) };

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const id = params.bookId ?? "";
    const book = await readPendingBook(member, id);
    if (book) return { ...book, id };
    throw await redirectWithToast(paths.book(), BOOK_EXPIRED);
  });

const FAILURES: Record<NonNullable<PendingBook["why"]>, string> = {
  too_long: t("It would be longer than a book can be. Please choose fewer days, or leave out the pictures."),
  too_costly: t("It took too long. Please choose fewer days, or try again when less is going on here."),
  broken: t("Something went wrong on the way. Nothing in your journal has changed; please make it again."),
};

export default function BookMadePage() {
  const { id, title, format, stage, percent, bytes, why } = useLoaderData<typeof loader>();
  if (stage === "making") return <Making title={title} percent={percent} />;
  const another = (
    <ButtonLink to={paths.book()} variant="quiet">
      {t("Another book")}
    </ButtonLink>
  );
  if (stage === "failed")
    return (
      <>
        <PageHeading title={t("This book was not made")} eyebrow={title} intro={why && FAILURES[why]} />
        {another}
      </>
    );
  const size = formatNumber(Math.max(1, Math.round(bytes / 100_000) / 10));
  return (
    <>
      <PageHeading
        title={t("Your book is ready")}
        eyebrow={title}
        intro={t("You can save it once, within the hour; until then it is kept here, encrypted.")}
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.bookFile(id)} reloadDocument>
          {format === "epub"
            ? t("Save the EPUB, {size} MB", { size })
            : t("Save the PDF, {size} MB", { size })}
        </ButtonLink>
        {another}
      </div>
    </>
  );
}

const POLL_INTERVAL_MS = 1_500;

function Making({ title, percent }: { title: string; percent: number }) {
  usePolling(POLL_INTERVAL_MS);
  return (
    <>
      <PageHeading
        title={t("Your book is being made")}
        eyebrow={title}
        intro={t("A year takes a few seconds. You may leave this page and come back.")}
      />
      <progress
        value={percent}
        max={100}
        className="w-full max-w-measure"
        aria-label={t("How much of the book is done")}
      >
        {percent}%
      </progress>
    </>
  );
}
