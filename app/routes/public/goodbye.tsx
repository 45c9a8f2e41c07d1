import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { isPendingDeletionDay } from "~/domain/accounts/deletion/deletion.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { formatDate } from "~/domain/calendar/local-day";
import { publicLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [
  { title: t("Go in peace · Still and Know") },
  { name: "robots", content: "noindex" },
];

/**
 * The redirect after a deletion request passes the day of the deletion as `?until=`. A cookie cannot carry it, because the
 * same response clears the browser's cookies.
 */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ member, url }) => {
    if (member) throw redirect(paths.dashboard());
    const until = url.searchParams.get("until") ?? "";
    const isDeleting = isPendingDeletionDay(until);
    return Promise.resolve({
      day: isDeleting ? formatDate(until) : null,
      isMailed: currentInstance().sendsMail,
    });
  });

export default function Goodbye() {
  const { day, isMailed } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading title={t("Go in peace")} />
      <div className="grid max-w-measure gap-4">
        {day ? (
          <>
            <p role="status">
              {t(
                "You are signed out everywhere. On {day} your account and everything you have written will be deleted.",
                { day },
              )}{" "}
              {isMailed && t("We have sent you an email with the date.")}
            </p>
            <p>
              <Trans>
                If you change your mind before then, or want to take your journal with you,{" "}
                <Link to={paths.login()} reloadDocument>
                  sign in
                </Link>{" "}
                as you always did.
              </Trans>
            </p>
          </>
        ) : (
          <p>
            <Trans>
              This page is shown after someone has asked for their account to be deleted. If you have a
              journal here, you can{" "}
              <Link to={paths.login()} reloadDocument>
                sign in
              </Link>{" "}
              as always.
            </Trans>
          </p>
        )}
      </div>
    </>
  );
}
