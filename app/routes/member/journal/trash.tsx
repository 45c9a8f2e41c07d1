import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { ButtonLink } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { formatFullDate } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { restore } from "~/domain/journal/entries/entries.server";
import { entryListItem } from "~/domain/journal/entries/entry";
import { describeDeletion, readTrashCursor, TRASH_DAYS } from "~/domain/journal/history/query";
import { emptyTrash, listTrash, purgeTrash } from "~/domain/journal/history/trash.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Trash · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    // Erases due entries first, so that the page never shows one that the daily job is about to erase.
    await purgeTrash(member);
    const after = readTrashCursor(url.searchParams.get("page"));
    const { entries, older } = await listTrash(member, after);
    const { now } = currentSlotOf(member);
    return {
      entries: entries.map((entry) => ({
        ...entryListItem(entry),
        day: formatFullDate(entry.forDate),
        goes: describeDeletion(entry.deletedAt ?? now, now, member.timezone),
      })),
      older: older ?? null,
      isFirst: !after,
    };
  });

const TrashSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("restore"), id: z.string().max(64) }),
  z.object({ intent: z.literal("empty") }),
]);

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: TrashSchema }, async ({ value, member }) => {
    if (value.intent === "empty") {
      const count = await emptyTrash(member);
      return redirectWithToast(paths.trash(), {
        title: t("Trash emptied"),
        text: tn("{count} entry is gone for good.", "{count} entries are gone for good.", count, {
          count: formatNumber(count),
        }),
        tone: "info",
      });
    }
    if (!(await restore(member, value.id))) throw notFound();
    return redirectWithToast(paths.trash(), {
      title: t("Restored"),
      text: t("The entry is back in your history."),
      tone: "success",
    });
  });

export default function TrashPage() {
  const { entries, older, isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Trash")}
        intro={
          <p>
            {t(
              "What you delete is kept for {trashDays} days. Until then you can restore it; after that it is gone for good, with all its versions.",
              { trashDays: TRASH_DAYS },
            )}
          </p>
        }
      />
      {entries.length === 0 && (
        <p className="text-muted">{isFirst ? t("The trash is empty.") : t("No more entries.")}</p>
      )}
      {entries.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {entries.map(({ id, day, name, excerpt, goes }) => (
            <li key={id} className="py-5">
              <p className="text-sm text-muted">{day}</p>
              <h2 dir="auto" className="mt-0.5 font-medium">
                <Link to={paths.entry(id)}>{name}</Link>
              </h2>
              {excerpt && (
                <p dir="auto" className="mt-1 font-serif text-muted">
                  {excerpt}
                </p>
              )}
              <p className="mt-2 text-sm">{goes}</p>
              <div className="mt-3 flex flex-wrap gap-3">
                <PostForm>
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton name="intent" value="restore" variant="quiet">
                    <Trans>
                      Restore
                      <span className="sr-only">
                        {" "}
                        <bdi>{name}</bdi>, {day}
                      </span>
                    </Trans>
                  </SubmitButton>
                </PostForm>
                <ButtonLink to={paths.trashEntry(id)} variant="danger">
                  <Trans>
                    Delete for good
                    <span className="sr-only">
                      : <bdi>{name}</bdi>, {day}
                    </span>
                  </Trans>
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      )}
      {entries.length > 0 && <EmptyTrash />}
      <nav aria-label={t("Trash pages")} className="mt-8 flex flex-wrap justify-between gap-4">
        <Link to={paths.history()}>{t("History")}</Link>{" "}
        {!isFirst && <Link to={paths.trash()}>{t("Deleted most recently")}</Link>}
        {older && (
          <Link to={`?page=${older}`} rel="next">
            {t("Deleted earlier")}
          </Link>
        )}
      </nav>
    </>
  );
}

/** The button comes after a disclosure, so that no single press erases everything. */
function EmptyTrash() {
  return (
    <div className="mt-8">
      <Disclosure title={t("Empty the trash")} open={false}>
        <p className="mb-4 max-w-measure">
          {t(
            "Everything in the trash, on all its pages, is deleted for good, with all versions and pictures.",
          )}
        </p>
        <PostForm>
          <SubmitButton name="intent" value="empty" variant="danger" pendingText={t("Deleting…")}>
            {t("Delete all of it for good")}
          </SubmitButton>
        </PostForm>
      </Disclosure>
    </div>
  );
}
