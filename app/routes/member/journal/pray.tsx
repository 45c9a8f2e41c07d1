import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { selectionToPray } from "~/domain/journal/prayers/rotation.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Pray through · Still and Know") }];

/** Redirects to the first of the day's intentions; shows a page if there is none. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    if ((await selectionToPray(member)).length > 0) throw redirect(paths.prayOne("1"));
    return null;
  });

export default function PrayPage() {
  return (
    <>
      <PageHeading title={t("Praying for today")} intro={t("Nothing on your list for today.")} />
      <ButtonLink to={paths.prayers()}>{t("People and intentions")}</ButtonLink>
    </>
  );
}
