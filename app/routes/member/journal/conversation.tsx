import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner, NOT_PRINTED_ID, NotPrinted } from "~/components/ui/banner";
import { Button } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import {
  clearTopics,
  openConversation,
  restoreTopics,
} from "~/domain/journal/conversation/conversation.server";
import { CONVERSATION_QUESTIONS, TALK_ABOUT_LABEL } from "~/domain/journal/conversation/topic";
import { ConversationSchema } from "~/domain/journal/schema";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Marked to talk about · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, ({ member }) => openConversation(member));

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: ConversationSchema }, async ({ value, member }) => {
    if (value.intent === "restore") {
      await restoreTopics(member);
      return redirectWithToast(paths.conversation(), { title: t("The marks are back"), tone: "info" });
    }
    await clearTopics(member);
    return redirectWithToast(paths.freePage({ text: t("We spoke today.") }), {
      title: t("The marks are cleared"),
      text: t("Write what stays with you. The page “Marked to talk about” can bring the marks back."),
      tone: "info",
    });
  });

export default function ConversationPage() {
  const { topics, before, notPrinted } = useLoaderData<typeof loader>();
  return (
    <div className="printed">
      <PageHeading
        title={TALK_ABOUT_LABEL}
        intro={t(
          "What you have marked since your last conversation with a director or friend. Nothing is sent to anyone.",
        )}
      />
      {before > 0 && <ClearedTopics />}
      {topics.length === 0 ? (
        <p className="max-w-measure text-muted">
          {t(
            "Nothing is marked yet. To mark something, open an entry or a weekly insight and press “Mark to talk about”.",
          )}
        </p>
      ) : (
        <Topics topics={topics} notPrinted={notPrinted} />
      )}
      <section aria-labelledby="before" className="mt-12 max-w-measure">
        <h2 id="before" className="text-xl">
          {t("Before we speak")}
        </h2>
        <ul className="mt-4 space-y-2 font-serif text-lg print:space-y-[4.5em]">
          {CONVERSATION_QUESTIONS.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </section>
      {topics.length > 0 && (
        <PostForm className="no-print mt-12 border-t border-line pt-6">
          <SubmitButton name="intent" value="spoken" variant="quiet">
            {t("We’ve talked: clear the marks")}
          </SubmitButton>
          <p className="mt-2 max-w-measure text-sm text-muted">
            {t("A new page opens for what stays with you. Your entries are not changed.")}
          </p>
        </PostForm>
      )}
    </div>
  );
}

function ClearedTopics() {
  return (
    <Banner className="no-print mb-8" title={t("The marks of your last conversation are cleared")}>
      <PostForm>
        <SubmitButton name="intent" value="restore" variant="quiet" className="mt-2">
          {t("Bring the marks back")}
        </SubmitButton>
      </PostForm>
    </Banner>
  );
}

type ListedTopics = ReturnType<typeof useLoaderData<typeof loader>>["topics"];

/** The topics with checkboxes, in a GET form for the sheet; unchecked ones are not printed. */
function Topics({ topics, notPrinted }: { topics: ListedTopics; notPrinted: string | undefined }) {
  const described = notPrinted ? { "aria-describedby": NOT_PRINTED_ID } : {};
  return (
    <form method="get" action={paths.conversationSheet()}>
      <input type="hidden" name="chosen" value="1" />
      <ul className="divide-y divide-line border-y border-line">
        {topics.map(({ id, from, day, text, to }) => (
          <li
            key={id}
            className="flex gap-4 py-5 break-inside-avoid print:[&:has(input:not(:checked))]:hidden"
          >
            <input
              type="checkbox"
              name="line"
              value={id}
              id={`line-${id}`}
              defaultChecked
              className="no-print mt-1 shrink-0"
            />
            <div className="min-w-0">
              <label htmlFor={`line-${id}`} dir="auto" className="font-medium">
                {from}
              </label>
              <p className="text-sm text-muted">{to ? <Link to={to}>{day}</Link> : day}</p>
              <p dir="auto" className="mt-2 max-w-measure whitespace-pre-line break-words font-serif">
                {text}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {notPrinted && <NotPrinted scripts={notPrinted} />}
      <div className="no-print mt-6 flex flex-wrap items-center gap-3">
        <Button type="submit" name="paper" value="a4" {...described}>
          {t("Save as PDF, A4")}
        </Button>
        <Button type="submit" name="paper" value="letter" variant="quiet" {...described}>
          {t("Letter")}
        </Button>
      </div>
    </form>
  );
}
