import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { Sentence } from "~/components/ui/sentence";
import { readUnsubscribe, unsubscribe } from "~/domain/mail/unsubscribe.server";
import { originVerdict } from "~/http/form-protection.server";
import { notFound, orUnavailable, publicLoader } from "~/http/loaders.server";
import { FOREIGN_POST, METHOD_NOT_ALLOWED } from "~/http/outcome";
import { unsubscribeWords } from "~/words/info/unsubscribe";

export const meta: MetaFunction = () => [
  { title: unsubscribeWords.pageTitle },
  { name: "robots", content: "noindex" },
];

/** The page of a link in a mail. Opening it changes nothing: mail programs open links by themselves. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ params }) => {
    const wish = readUnsubscribe(params.token ?? "");
    if (!wish) throw notFound();
    return { list: wish.list };
  });

/**
 * One post ends the mails (RFC 8058). Mail services send it with no page, no cookie and no origin, so there is no token
 * but the address itself; a page of another site is refused like everywhere. The body says nothing that counts.
 */
export const action = ({ request, params }: ActionFunctionArgs) =>
  orUnavailable(async () => {
    if (originVerdict(request) === "foreign") throw data(FOREIGN_POST.message, { status: 403 });
    if (request.method !== "POST") throw data(METHOD_NOT_ALLOWED, { status: 405 });
    const wish = readUnsubscribe(params.token ?? "");
    if (!wish) throw notFound();
    await unsubscribe(wish);
    return { done: true };
  });

const MAILS = {
  reminders: {
    what: unsubscribeWords.remindersOfTheMorning,
    where: "/settings/reminders",
    name: unsubscribeWords.settingsReminders,
  },
  insights: {
    what: unsubscribeWords.noticesOfYourWeeklyInsight,
    where: "/insights/settings",
    name: unsubscribeWords.insightsHowTheyAreMade,
  },
} as const;

export default function UnsubscribePage() {
  const { list } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>()?.done ?? false;
  const { what, where, name } = MAILS[list];
  if (done) {
    return (
      <>
        <PageHeading title={unsubscribeWords.noMoreOfTheseMails} />
        <p className="max-w-measure" role="status">
          <Sentence
            text={unsubscribeWords.weSendYouNoAnyMore}
            parts={{
              what,
              link: (text) => (
                <Link to={where} reloadDocument>
                  {text}
                </Link>
              ),
              name,
            }}
          />
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeading title={unsubscribeWords.stopTheseMails} />
      <p className="mb-8 max-w-measure">{unsubscribeWords.withThisButtonYouGet({ what })}</p>
      <form method="post">
        <Button type="submit">{unsubscribeWords.stopThem}</Button>
      </form>
    </>
  );
}
