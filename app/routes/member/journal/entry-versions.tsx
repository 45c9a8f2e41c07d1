import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { z } from "zod";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { EntryText, TextPages } from "~/components/journal/entry-text";
import { Card } from "~/components/ui/card";
import { PageHeading } from "~/components/ui/page-heading";
import { formatFullDate, localMoment } from "~/domain/calendar/local-day";
import { excerptOf } from "~/domain/journal/entries/content";
import { readEntry, restoreVersion } from "~/domain/journal/entries/entries.server";
import { entryName } from "~/domain/journal/entries/entry";
import { renderPage } from "~/domain/journal/entries/render-content.server";
import { listVersions } from "~/domain/journal/entries/versions.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Versions · Still and Know") }];

/** The earlier versions, and with `?version=` the whole text of one. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, url, member }) => {
    const entry = await readEntry(member, params.entryId ?? "");
    if (!entry || entry.deletedAt) throw notFound();
    const versions = await listVersions(member, entry);
    const requestedVersion = url.searchParams.get("version");
    const shown = versions.find(({ version }) => String(version) === requestedVersion);
    if (requestedVersion !== null && !shown) throw notFound();
    const savedAt = (at: Date) => {
      const { date, time } = localMoment(at, member.timezone);
      return `${formatFullDate(date)}, ${time}`;
    };
    return {
      id: entry.id,
      current: entry.version,
      name: entry.content?.title || entryName(entry.kind, entry.slot),
      day: formatFullDate(entry.forDate),
      versions: versions.map(({ version, savedAt: at, content }) => ({
        version,
        savedAt: savedAt(at),
        excerpt: content ? excerptOf(content) || content.title : t("This version cannot be opened."),
      })),
      shown: shown
        ? {
            version: shown.version,
            savedAt: savedAt(shown.savedAt),
            title: shown.content?.title ?? "",
            ...(shown.content
              ? renderPage(shown.content, 3, url.searchParams.get("page"))
              : { page: 1, pages: 1, content: null }),
          }
        : null,
    };
  });

const TakeBackSchema = z.object({
  intent: z.literal("take", t("Please use the button on this page.")),
  version: z.coerce.number().int().min(1),
  current: z.coerce.number().int().min(1),
});
const CHANGED = {
  title: t("The entry was changed in the meantime"),
  text: t("Nothing is lost. Look at its text once more, then choose the version you want."),
};

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: TakeBackSchema }, async ({ params, value, member, refuse }) => {
    const id = params.entryId ?? "";
    const result = await restoreVersion(member, id, value.version, value.current);
    if (!result.ok && result.code === "not_found") throw notFound();
    if (!result.ok) return refuse({ status: 409, notice: CHANGED });
    return redirectWithToast(paths.entry(id), {
      title: t("Earlier version restored"),
      text: t("The text it replaced is kept as a version too."),
      tone: "success",
    });
  });

/** Reloads the page after a conflict, so that its button has the current version. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function VersionsPage() {
  const { id, name, day, current, versions, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const path = paths.entryVersions(id);
  return (
    <>
      <PageHeading
        title={t("Earlier versions: {name}", { name })}
        eyebrow={day}
        intro={<p>{t("The last ten versions of this entry.")}</p>}
      />
      {reply?.notice && <FormNotice {...reply.notice} />}
      {versions.length === 0 && (
        <p className="text-muted">
          <Trans>
            This entry has not been changed yet. Each time you change it, the earlier text is kept here.
          </Trans>
        </p>
      )}
      {shown && (
        <Card as="section" className="mb-10">
          <h2 className="mb-5 text-lg font-semibold">
            {t("Saved on {savedAt}", { savedAt: shown.savedAt })}
          </h2>
          {shown.title && (
            <p dir="auto" className="mb-4 font-medium">
              {shown.title}
            </p>
          )}
          {shown.content ? (
            <>
              <EntryText content={shown.content} level="h3" />
              <TextPages
                page={shown.page}
                pages={shown.pages}
                at={(page) => paths.entryVersions(id, { version: shown.version, page })}
              />
              <PostForm className="no-print mt-8">
                <input type="hidden" name="version" value={shown.version} />
                <input type="hidden" name="current" value={current} />
                <SubmitButton name="intent" value="take">
                  {t("Restore this version")}
                </SubmitButton>
              </PostForm>
            </>
          ) : (
            <p className="text-muted">{t("This version cannot be opened.")}</p>
          )}
        </Card>
      )}
      {versions.length > 0 && (
        <ol className="divide-y divide-line border-y border-line" aria-label={t("Versions, latest first")}>
          {versions.map(({ version, savedAt, excerpt }) => (
            <li key={version}>
              <Link
                to={`${path}?version=${version}`}
                aria-current={shown?.version === version ? "true" : undefined}
                className="block py-4 text-ink no-underline hover:bg-sunk focus-visible:bg-sunk"
              >
                <span className="block underline decoration-line underline-offset-4">
                  {savedAt}
                  {shown?.version === version && (
                    <span className="text-sm text-muted"> · {t("shown above")}</span>
                  )}
                </span>{" "}
                <span dir="auto" className="mt-1 block font-serif text-muted">
                  {excerpt}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      <p className="no-print mt-8 text-sm">
        <Link to={paths.entry(id)}>{t("Back to the entry")}</Link>
      </p>
    </>
  );
}
