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
import { MarkControl, MarkableTopics, TopicMarkButton } from "~/components/journal/talk-about";
import { CareNote } from "~/components/safety/care-note";
import { Banner } from "~/components/ui/banner";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { actOnEntry, actOnTopic, openEntry, type Ending } from "~/domain/journal/pages/entry-page.server";
import { EntryPageSchema, type EntryIntent } from "~/domain/journal/schema";
import { isJustFinished, redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { topicMarkQuery, topicMarkResponse } from "./topic-response.server";

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
function EntryActions({ id, editable, favourite, excluded, deleted, changed }: ActionsProps) {
  return (
    <footer className="no-print mt-12 border-t border-line pt-6">
      <PostForm className="flex flex-wrap items-center gap-x-6 gap-y-1">
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
            {editable && (
              <ButtonLink to={paths.entryEdit(id)} variant="plain">
                {t("Edit")}
              </ButtonLink>
            )}{" "}
            <SubmitButton name="intent" value={favourite ? "unfavourite" : "favourite"} variant="plain">
              {favourite ? t("Remove from favourites") : t("Add to favourites")}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value={excluded ? "include" : "exclude"} variant="plain">
              {excluded ? t("Include in insights") : t("Exclude from insights")}
            </SubmitButton>{" "}
            {changed && (
              <ButtonLink to={paths.entryVersions(id)} variant="plain">
                {t("Earlier versions")}
              </ButtonLink>
            )}{" "}
            <SubmitButton name="intent" value="delete" variant="plain">
              {t("Delete")}
            </SubmitButton>
          </>
        )}
      </PostForm>
      {deleted && (
        <p className="mt-6 text-sm">
          <Link to={paths.trash()}>{t("Trash")}</Link>
        </p>
      )}
    </footer>
  );
}

/** The ending of a reflection, above its entry: a verse, Amen and one link, on a screen of their own. */
function ReflectionEnding({ ending: { verse, farewell } }: { ending: Ending }) {
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

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Entry") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ request, url, params, member }) => {
    const id = params.entryId ?? "";
    const isFinished = await isJustFinished(request, id);
    const entry = await openEntry(member, id, url.searchParams.get("page"), isFinished);
    if (!entry) throw notFound();
    return entry;
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: EntryPageSchema }, async ({ request, params, value, member }) => {
    const id = params.entryId ?? "";
    if ("part" in value) {
      const { intent, part } = value;
      return topicMarkResponse(
        await actOnTopic(member, id, intent, part),
        paths.entry(id, topicMarkQuery(request)),
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
  const { care, about, way, marked, isFirstMark, ending, nextPage } = page;
  const text = content && (
    <>
      <EntryText content={content} level={ending ? "h3" : "h2"} />
      <TextPages page={page.page} pages={page.pages} at={(number) => paths.entry(id, { page: number })} />
    </>
  );
  return (
    <article className="printed">
      {ending && <ReflectionEnding ending={ending} />}
      <PageHeading title={name} eyebrow={dateLine} level={ending ? "h2" : "h1"} />
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
          <MarkableTopics marked={marked}>
            {text}
            <div className="mt-6">
              <TopicMarkButton part="" label={t("Mark all of it")} />
            </div>
            <MarkControl isFirst={isFirstMark} className="mt-2" />
          </MarkableTopics>
        )
      ) : (
        <FormNotice
          title={t("This entry cannot be opened")}
          text={t(
            "Its stored text was altered outside the app. Nothing else is affected; the operator has been told.",
          )}
        />
      )}
      {nextPage && !goes && (
        <p className="no-print mt-8">
          <Link to={nextPage} className="inline-flex min-h-11 items-center">
            {t("Write the next page of this notebook")}
          </Link>
        </p>
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
