import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ChapterText } from "~/components/journal/chapter-text";
import { PageHeading } from "~/components/ui/page-heading";
import { findContext, findPassage } from "~/domain/scripture/passages.server";
import { TRANSLATION_NAMES } from "~/domain/scripture/translation";
import { memberLoader, notFound } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{title} · Still and Know", { title: data?.context.title ?? t("Passage") }) },
];

/** A passage in its chapter: `?ref=` as people write it. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const reference = url.searchParams.get("ref") ?? "";
    const context = findContext(reference, member.prayer.translation);
    if (!context) throw notFound();
    return { context, reference: findPassage(reference)?.reference ?? reference };
  });

/** Going back and forth reads from the memory for a while. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function PassagePage() {
  const { context, reference } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={context.title}
        eyebrow={TRANSLATION_NAMES[context.translation]}
        intro={
          <Trans>
            {reference} is marked. <a href="#passage">Go to it</a>, or{" "}
            <Link to="/journal">back to the journal</Link>.
          </Trans>
        }
      />
      {context.chapters.map(({ chapter, verses }) => (
        <ChapterText key={chapter} chapter={chapter} verses={verses} within={context.within} />
      ))}
    </>
  );
}
