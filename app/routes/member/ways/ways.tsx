import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormNotice } from "~/components/forms/post-form";
import { PageHeading } from "~/components/ui/page-heading";
import { listWays } from "~/domain/journal/reflection/way-progress.server";
import { memberLoader } from "~/http/guards.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";
import { handleWalkAction } from "./walk-actions.server";
import { LeaveWay } from "./walk-forms";

export const meta: MetaFunction = () => [{ title: t("Ways · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) =>
    Promise.resolve({ ...listWays(member), mayWrite: member.isWriter || member.isAdmin }),
  );

export const action = (args: ActionFunctionArgs) => handleWalkAction(args);

export default function WaysPage() {
  const { walking, ways, mayWrite } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Ways")}
        intro={t(
          "A way is a short course: each day a passage, a thought and a question or two. It replaces your morning or evening until you leave it.",
        )}
      />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      {walking.length > 0 && (
        <section aria-labelledby="walking" className="mb-12">
          <h2 id="walking" className="mb-2 text-sm text-muted">
            {t("You are on")}
          </h2>
          <ul className="space-y-4">
            {walking.map(({ id, name, slot, isHere }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2">
                <span className="font-serif text-xl">
                  {isHere ? <Link to={paths.way(id)}>{name}</Link> : name}
                </span>
                <span className="text-muted">
                  {!isHere
                    ? t("This way is not here at the moment; your days are as usual.")
                    : slot === "morning"
                      ? t("in the morning")
                      : t("in the evening")}
                </span>
                <LeaveWay way={id} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {ways.map(({ id, name, by, language, count, words }) => (
          <li key={id} className="relative py-4 hover:bg-sunk">
            <Link
              to={paths.way(id)}
              className="font-serif text-lg after:absolute after:inset-0"
              lang={language || undefined}
            >
              {name}
            </Link>
            <p className="text-sm text-muted">
              {[words, tn("{count} day", "{count} days", count), by].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <p className="mt-8">
          <Link to={paths.adminWays()}>{t("Write a way")}</Link>
        </p>
      )}
    </>
  );
}
