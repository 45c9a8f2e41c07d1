import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PassageText } from "~/components/journal/passage-text";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { openWayDay } from "~/domain/journal/reflection/way-progress.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.title ?? t("Ways") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const day = /^[1-9]\d{0,2}$/.test(params.day ?? "") ? Number(params.day) : 0;
    const page = await Promise.resolve(openWayDay(member, params.way ?? "", day));
    if (!page) throw notFound();
    return page;
  });

export default function WayDayPage() {
  const { id, day, name, language, title, point, questions, closing, writer, date, passage, slot, last } =
    useLoaderData<typeof loader>();
  const lang = language || undefined;
  return (
    <article>
      <PageHeading
        title={<span lang={lang}>{title}</span>}
        eyebrow={
          <>
            <Link to={paths.way(id)}>{name}</Link>
            {date && ` · ${date}`}
          </>
        }
      />
      {passage && <PassageText passage={passage} className="mb-10" />}
      <div lang={lang} className="max-w-measure space-y-6 font-serif text-lg">
        {point && <p>{point}</p>}
        <ul className="space-y-3">
          {questions.map((question) => (
            <li key={question} className="text-xl leading-snug">
              {question}
            </li>
          ))}
        </ul>
        {closing && <p className="italic">{closing}</p>}
      </div>
      {writer && <p className="mt-4 text-sm text-muted">{writer}</p>}
      <p className="mt-10">
        <ButtonLink to={paths.reflection(slot, { way: `${id}.${day}` })}>{t("Write on this day")}</ButtonLink>
      </p>
      <nav aria-label={t("Days of this way")} className="mt-12 flex flex-wrap gap-x-6 gap-y-2">
        {day > 1 && <Link to={paths.wayDay(id, day - 1)}>{t("Previous day")}</Link>}{" "}
        {day < last && <Link to={paths.wayDay(id, day + 1)}>{t("Next day")}</Link>}{" "}
        <Link to={paths.way(id)}>{t("All days")}</Link>
      </nav>
    </article>
  );
}
