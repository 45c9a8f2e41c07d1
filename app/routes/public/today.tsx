import { getFormProps, useForm } from "@conform-to/react";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { WritingArea } from "~/components/forms/writing-area";
import { PassageText } from "~/components/journal/passage-text";
import { PageHeading } from "~/components/ui/page-heading";
import {
  publicDay,
  publicPrayerFor,
  publicPrayerOf,
  saveTodayPrayer,
  TodaySchema,
} from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { issueAnonymousPrayerCookie } from "~/http/anonymous-visitor.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { currentMember } from "~/http/session.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [
  ...pageMeta(
    t("Today"),
    t("A passage for today and two questions: a few quiet minutes with God, without an account."),
  ),
  { tagName: "link", rel: "alternate", type: "application/atom+xml", href: paths.todayFeed() },
];

/** Equal for all visitors for a whole day; a member's day and calendar are those of their dashboard. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, ({ member }) =>
    Promise.resolve(member ? publicPrayerOf(member) : publicPrayerFor(publicDay())),
  );

const QUOTA_EXCEEDED = {
  title: t("We cannot hold this for you just now"),
  text: t(
    "Many people are writing at this moment. Your words are still here: please try again in a while, or copy them.",
  ),
};

export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: TodaySchema }, async ({ request, value, submission, refuse }) => {
    if (value.intent === "release")
      return data<Reply>({ lastResult: { status: "success", initialValue: {} }, isGone: true });
    const answers = [value.first, value.second] as const;
    const member = await currentMember(request);
    if (member) {
      const { date } = publicPrayerOf(member);
      const id = await saveTodayPrayer(member, { date, answers, chosen: member.prayer }, submission);
      return redirect(id ? paths.entry(id) : paths.dashboard());
    }
    const cookie = await issueAnonymousPrayerCookie(request, publicDay(), answers);
    if (!cookie) return refuse({ status: 429, notice: QUOTA_EXCEEDED, headers: { "Retry-After": "3600" } });
    return redirect(paths.register(), { headers: { "Set-Cookie": cookie } });
  });

type Reply = FormReply & { isGone?: true };

export default function Today() {
  const { day, season, shared, passage, questions } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  return (
    <>
      <PageHeading
        eyebrow={season || day}
        title={t("Today")}
        intro={
          !reply?.isGone && t("Read it slowly, perhaps twice. Then write a few words to God, if you like.")
        }
      />
      {reply?.isGone ? (
        <div className="max-w-measure" role="status">
          <p className="font-serif text-2xl">{t("It is gone.")}</p>
          <p className="mt-4 text-muted">
            {t("Nothing was stored. What you prayed is between you and God.")}
          </p>
          <p className="mt-6">
            <Link to={paths.today()}>{t("Back to today’s passage")}</Link>
          </p>
        </div>
      ) : (
        <>
          {shared && (
            <div lang={shared.language || undefined} className="mb-8 max-w-measure">
              <p className="text-sm text-muted">{shared.way}</p>
              <h2 className="mb-3 text-xl font-medium">{shared.title}</h2>
              {shared.point && <p className="font-serif text-lg">{shared.point}</p>}
            </div>
          )}
          <PassageText passage={passage} readOn={false} canListen className="max-w-measure" />
          <TodayForm questions={questions} reply={reply} />
        </>
      )}
    </>
  );
}

function TodayForm({
  questions: [first, second],
  reply,
}: {
  questions: readonly [string, string];
  reply?: Reply;
}) {
  const [form, fields] = useForm<{ first: string; second: string }>({
    id: "today",
    lastResult: reply?.lastResult,
  });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      notice={reply?.notice}
      className="mt-12 grid max-w-measure grid-cols-1 gap-10"
    >
      {/* The page has no script, so the browser moves to the field that is refused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- only after a refusal, on a page without script */}
      <WritingArea meta={fields.first} label={first} size="short" autoFocus={Boolean(fields.first.errors)} />
      <WritingArea meta={fields.second} label={second} size="short" />
      <p className="-mb-4 text-sm text-muted">
        <Trans>
          To keep it, create an account; your words will wait, encrypted, for a day. If you let it go, nothing
          is stored. Already have an account? <Link to={paths.freePage()}>Write in your journal</Link>.
        </Trans>
      </p>
      <p className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="keep">
          {t("Keep this")}
        </SubmitButton>
        <SubmitButton name="intent" value="release" variant="quiet">
          {t("Let it go")}
        </SubmitButton>
      </p>
    </PostForm>
  );
}
