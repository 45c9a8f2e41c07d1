import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { EntryText, TextPages } from "~/components/journal/entry-text";
import { PassageText } from "~/components/journal/passage-text";
import { MarkControl, TalkAbout, TalkButton } from "~/components/journal/talk-about";
import { CareNote } from "~/components/safety/care-note";
import { Banner } from "~/components/ui/banner";
import { ButtonLink } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { actOnEntry, actOnTopic, openEntry } from "~/domain/journal/pages/entry-page.server";
import { EntryPageSchema, type EntryIntent } from "~/domain/journal/schema";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { markQuery, topicResponse } from "~/routes/member/journal/topic-response.server";

type ActionsProps = {
  id: string;
  editable: boolean;
  favourite: boolean;
  excluded: boolean;
  deleted: boolean;
  /** Whether the entry has earlier versions. */
  changed: boolean;
};

/** The actions of an entry: one form with a button for each. */
export function EntryActions({ id, editable, favourite, excluded, deleted, changed }: ActionsProps) {
  return (
    <footer className="no-print mt-12 border-t border-line pt-6">
      <PostForm className="flex flex-wrap items-center gap-3">
        {deleted ? (
          <>
            <SubmitButton name="intent" value="restore">
              {t("Restore")}
            </SubmitButton>{" "}
            <ButtonLink to={paths.trashEntry(id)} variant="danger">
              {t("Delete for good")}
            </ButtonLink>
          </>
        ) : (
          <>
            {editable && <ButtonLink to={paths.entryEdit(id)}>{t("Edit")}</ButtonLink>}{" "}
            <SubmitButton name="intent" value={favourite ? "unfavourite" : "favourite"} variant="quiet">
              {favourite ? t("Remove from favourites") : t("Add to favourites")}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value="delete" variant="danger">
              {t("Delete")}
            </SubmitButton>
            <Disclosure title={t("More")} open={excluded} className="basis-full">
              <SubmitButton name="intent" value={excluded ? "include" : "exclude"} variant="quiet">
                {excluded ? t("Include in insights") : t("Exclude from insights")}
              </SubmitButton>
            </Disclosure>
          </>
        )}
      </PostForm>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to={paths.history()}>{t("History")}</Link>{" "}
        {deleted && <Link to={paths.trash()}>{t("Trash")}</Link>}{" "}
        {changed && !deleted && <Link to={paths.entryVersions(id)}>{t("Earlier versions")}</Link>}
      </p>
    </footer>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Entry") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const entry = await openEntry(member, params.entryId ?? "", url.searchParams.get("page"));
    if (!entry) throw notFound();
    return entry;
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: EntryPageSchema }, async ({ request, params, value, member }) => {
    const id = params.entryId ?? "";
    if ("part" in value) {
      const { intent, part } = value;
      return topicResponse(
        await actOnTopic(member, id, intent, part),
        paths.entry(id, markQuery(request)),
        part,
      );
    }
    if (!(await actOnEntry(member, id, value.intent))) throw notFound();
    const path = paths.entry(id);
    const toast = TOASTS[value.intent];
    return toast ? redirectWithToast(path, { ...toast, tone: "info" }) : redirect(path);
  });

const TOASTS: Partial<Record<EntryIntent, { title: string; text?: string }>> = {
  delete: { title: t("Moved to the trash"), text: t("You can restore it on this page.") },
  restore: { title: t("Restored") },
};

/** Caches the page for a while, for back and forward navigation. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function EntryPage() {
  const page = useLoaderData<typeof loader>();
  const { id, name, dateLine, passage, content, favourite, excludeFromInsights, goes, changed } = page;
  const { care, about, way, marked, isFirstMark } = page;
  const text = content && (
    <>
      <EntryText content={content} />
      <TextPages page={page.page} pages={page.pages} at={(number) => paths.entry(id, { page: number })} />
    </>
  );
  return (
    <article className="printed">
      <PageHeading title={name} eyebrow={dateLine} />
      {care && <CareNote care={care} goOn={paths.freePage()} className="mb-10" />}
      {goes && (
        <Banner tone="info" title={t("This entry is in the trash")} className="mb-8">
          <p>{t("{goes}. Restore it to keep it.", { goes })}</p>
        </Banner>
      )}
      {about && (
        <p className="mb-8 text-muted">
          <Trans>
            Written about{" "}
            <Link to={paths.prayer(about.id)} dir="auto">
              {about.name}
            </Link>
          </Trans>
        </p>
      )}
      {way && (
        <p className="mb-8 text-muted">
          <Trans>
            <bdi>{way.title}</bdi>, on the way{" "}
            <Link to={paths.way(way.id)} dir="auto">
              {way.name}
            </Link>
          </Trans>
        </p>
      )}
      {passage && <PassageText passage={passage} className="mb-10" />}
      {text ? (
        goes ? (
          text
        ) : (
          <TalkAbout marked={marked}>
            {text}
            <div className="mt-6">
              <TalkButton part="" label={t("Mark all of it")} />
            </div>
            <MarkControl isFirst={isFirstMark} className="mt-2" />
          </TalkAbout>
        )
      ) : (
        <FormNotice
          title={t("This entry cannot be opened")}
          text={t(
            "Its stored text was altered outside the app. Nothing else is affected; the operator has been told.",
          )}
        />
      )}
      <EntryActions
        editable={content !== null}
        id={id}
        favourite={favourite}
        excluded={excludeFromInsights}
        deleted={goes !== null}
        changed={changed}
      />
    </article>
  );
}
