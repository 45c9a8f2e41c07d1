import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { BeginWay, LeaveWay } from "~/components/ways/walk-forms";
import { openWayPage } from "~/domain/journal/walking/way-pages.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { changeWalk } from "~/routes/member/ways/act.server";
import { DaysOfWay, OwnWords } from "./parts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Ways") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const page = await openWayPage(member, params.way ?? "");
    if (!page) throw notFound();
    return page;
  });

export const action = (args: ActionFunctionArgs) => changeWalk(args);

export default function WayPage() {
  const { id, name, way, slot, today, words } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={<span lang={way?.language || undefined}>{name}</span>}
        eyebrow={<Link to={addresses.ways()}>{t("Ways")}</Link>}
        intro={
          way
            ? [way.when, way.by, way.licence].filter(Boolean).join(" · ")
            : t("This way is not here any more. What you wrote on it stays.")
        }
      />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      {today && (
        <section aria-labelledby="today" className="mb-8">
          <h2 id="today" className="text-sm text-muted">
            {today.slot === "morning" ? t("This morning") : t("This evening")}
          </h2>
          <p className="mb-5 mt-1 font-serif text-2xl">{today.title}</p>
          <ButtonLink to={addresses.reflection(today.slot)}>{t("Pray this day")}</ButtonLink>
        </section>
      )}
      {slot && (
        <div className="mb-12">
          {!today && (
            <p className="mb-4 max-w-measure text-muted">
              {slot === "morning"
                ? t("This way has no day for today. Your morning is as usual.")
                : t("This way has no day for today. Your evening is as usual.")}
            </p>
          )}
          <LeaveWay way={id} />
        </div>
      )}
      {way && !slot && !way.isOver && (
        <div className="mb-12">
          <BeginWay way={id} errors={reply?.lastResult.error?.slot ?? undefined} />
        </div>
      )}
      {way && <DaysOfWay id={id} {...way} />}
      {words.length > 0 && <OwnWords words={words} />}
    </>
  );
}
