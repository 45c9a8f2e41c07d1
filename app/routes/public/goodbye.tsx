import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { publicLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [
  { title: t("Go in peace · Still and Know") },
  { name: "robots", content: "noindex" },
];

/** True only for someone whose deletion has just signed them out. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ member }) => {
    if (member) throw redirect(paths.dashboard());
    return Promise.resolve(null);
  });

export default function Goodbye() {
  return (
    <>
      <PageHeading title={t("Go in peace")} />
      <div className="grid max-w-measure gap-4">
        <p role="status">
          <Trans>
            You are signed out everywhere, and in seven days your account and everything you have written will
            be deleted. We have sent you an email with the date.
          </Trans>
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
      </div>
    </>
  );
}
