import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { PageHeading } from "~/components/ui/page-heading";
import { formatFullDate } from "~/domain/calendar/local-day";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { entryListItem } from "~/domain/journal/entries/entry";
import { eraseEntry } from "~/domain/journal/history/trash.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Delete for good · Still and Know") }];

/** Asks for confirmation before erasing an entry, which must be in the trash. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const entry = await readEntry(member, params.entryId ?? "");
    if (!entry?.deletedAt) throw notFound();
    const { name, excerpt } = entryListItem(entry);
    return { id: entry.id, name, excerpt, day: formatFullDate(entry.forDate) };
  });

const EraseSchema = z.object({ intent: z.literal("erase", t("Please use the button on this page.")) });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: EraseSchema, once: true }, async ({ params, member }) => {
    if (!(await eraseEntry(member, params.entryId ?? ""))) throw notFound();
    return redirectWithToast(paths.trash(), {
      title: t("Deleted for good"),
      tone: "info",
    });
  });

export default function ErasePage() {
  const { name, excerpt, day } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("Delete this entry for good?")}
        intro={
          <p>
            <Trans>Its text and all its versions are deleted. Nobody can bring them back, not even us.</Trans>
          </p>
        }
      />
      <Card>
        <p className="text-sm text-muted">{day}</p>
        <h2 dir="auto" className="mt-0.5 font-medium">
          {name}
        </h2>
        {excerpt && (
          <p dir="auto" className="mt-1 font-serif text-muted">
            {excerpt}
          </p>
        )}
      </Card>
      <PostForm className="mt-8 flex flex-wrap gap-3">
        <SubmitButton name="intent" value="erase" variant="danger" pendingText={t("Deleting…")}>
          {t("Delete for good")}
        </SubmitButton>
        <ButtonLink to={paths.trash()} variant="quiet">
          {t("Keep it in the trash")}
        </ButtonLink>
      </PostForm>
    </>
  );
}
