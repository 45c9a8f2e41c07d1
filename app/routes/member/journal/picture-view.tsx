import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { openPicturePage } from "~/domain/journal/pages/entry-page.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Picture · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const page = await openPicturePage(member, params.pictureId ?? "");
    if (!page) throw notFound();
    return page;
  });

export default function PicturePage() {
  const { picture, entry, previous, next } = useLoaderData<typeof loader>();
  const { id, width, height, text } = picture;
  return (
    <article>
      <PageHeading title={t("Picture")} intro={text} />
      <img
        src={paths.picture(id)}
        alt={text || t("Picture")}
        width={width}
        height={height}
        className="h-auto max-h-[85vh] w-auto max-w-full rounded-lg"
      />
      <nav aria-label={t("Pictures")} className="no-print mt-6 flex flex-wrap gap-x-6 gap-y-2">
        {previous && (
          <Link to={paths.pictureView(previous)} rel="prev">
            {t("Previous picture")}
          </Link>
        )}{" "}
        {next && (
          <Link to={paths.pictureView(next)} rel="next">
            {t("Next picture")}
          </Link>
        )}{" "}
        {entry?.editable && <Link to={paths.entryEdit(entry.id, { picture: id })}>{t("Type it out")}</Link>}{" "}
        <Link to={entry ? paths.entry(entry.id) : paths.journal()}>
          {entry ? t("Back to the page") : t("Journal")}
        </Link>
      </nav>
    </article>
  );
}
