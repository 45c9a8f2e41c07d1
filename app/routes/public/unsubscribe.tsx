import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { readUnsubscribeToken, unsubscribe } from "~/domain/reminders/mail/outbox.server";
import { METHOD_NOT_ALLOWED } from "~/http/failure-responses.server";
import { notFound, publicLoader, runLoader } from "~/http/guards.server";
import { originRefusal } from "~/http/request-origin.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [
  { title: t("Stop these emails · Still and Know") },
  { name: "robots", content: "noindex" },
];

/** Target of the link in an email. Opening it changes nothing, because mail programs prefetch links. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ params }) => {
    const subscription = readUnsubscribeToken(params.token ?? "");
    // Mail programs truncate long links; the page must offer a way on.
    if (!subscription) return data({ list: null }, { status: 404 });
    return data({ list: subscription.list });
  });

/**
 * One post unsubscribes (RFC 8058). Mail services send it without cookie and origin, so the token in the URL is the
 * only proof; cross-site posts are rejected as everywhere. The body is ignored.
 */
export const action = ({ request, params }: ActionFunctionArgs) =>
  runLoader(async () => {
    const subscription = readUnsubscribeToken(params.token ?? "");
    const refusal = originRefusal(request, { mayWithhold: subscription !== null });
    if (refusal) throw new Response(refusal.message, { status: 403 });
    if (request.method !== "POST") throw new Response(METHOD_NOT_ALLOWED, { status: 405 });
    if (!subscription) throw notFound();
    await unsubscribe(subscription);
    return { done: true };
  });

const MAIL_LISTS = {
  reminders: {
    what: t("morning and evening reminders"),
    where: paths.settingsReminders(),
    name: t("Settings, under Reminders"),
  },
  insights: {
    what: t("notices about your weekly insight"),
    where: paths.insightChoices(),
    name: t("Insights"),
  },
} as const;

export default function UnsubscribePage() {
  const { list } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>()?.done ?? false;
  if (list === null) {
    return (
      <>
        <PageHeading title={t("This link does not work")} />
        <p className="max-w-measure">
          <Trans>
            Perhaps your email program has cut it off. You can also turn these emails off in Settings, under{" "}
            <Link to={MAIL_LISTS.reminders.where} reloadDocument>
              Reminders
            </Link>
            , and on the{" "}
            <Link to={MAIL_LISTS.insights.where} reloadDocument>
              Insights page
            </Link>
            .
          </Trans>
        </p>
      </>
    );
  }
  const { what, where, name } = MAIL_LISTS[list];
  if (done) {
    return (
      <>
        <PageHeading title={t("No more of these emails")} />
        <p className="max-w-measure" role="status">
          <Trans>
            You will no longer get {what} by email. Everything else stays as it was. If you want them again,
            you will find them in{" "}
            <Link to={where} reloadDocument>
              {name}
            </Link>
            .
          </Trans>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeading title={t("Stop these emails")} />
      <p className="mb-8 max-w-measure">{t("Press the button to stop {what} by email.", { what })}</p>
      <form method="post">
        <Button type="submit">{t("Stop them")}</Button>
      </form>
    </>
  );
}
