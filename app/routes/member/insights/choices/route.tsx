import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { TitledSection } from "~/components/ui/titled-section";
import { consentText } from "~/domain/ai/consent";
import { aiAccess, setAiConsent, type AiAccess } from "~/domain/ai/model-access.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { formatNumber } from "~/domain/calendar/locale";
import { currentWeekStart, lastWeekStart, previewInsightRequest } from "~/domain/insights/insights.server";
import { formatWeek } from "~/domain/insights/week";
import { InsightSettingsSchema, saveInsightSettings } from "~/domain/insights/week-actions.server";
import type { Member } from "~/domain/member/member";
import { featuresOf } from "~/domain/member/plan";
import { INSIGHTS, type InsightChoice } from "~/domain/member/preferences";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type ModelProps = {
  access: Exclude<AiAccess, { state: "off" }>;
  inPlan: boolean;
  asking: { title: string; lines: string[]; agree: string } | null;
  agreedOn: string | null;
};

/** Asks for consent to a language model. Names the model's host and shows the text that would be sent. */
function ModelPart({ access, inPlan, asking, agreedOn }: ModelProps) {
  const reply = useActionData<FormReply>();
  return (
    <TitledSection
      id="model"
      title={access.state === "ask" && inPlan && asking ? asking.title : t("A language model")}
      className="max-w-measure"
      titleClass="mb-3 text-xl font-medium"
    >
      {reply?.notice && <FormNotice {...reply.notice} />}
      {!inPlan ? (
        <p>
          <Trans>
            With the Growth Plan and the Formation Plan a language model can help with the threads, if you
            agree to it. The rules are for everyone, and with them nothing leaves this server.{" "}
            <Link to={paths.subscribe()}>See the plans</Link>.
          </Trans>
        </p>
      ) : access.state === "given" ? (
        <p>
          <Trans>
            On {agreedOn} you agreed that the entries of your week are sent to <strong>{access.host}</strong>{" "}
            ({access.model}). You can withdraw this, and see every request,{" "}
            <Link to={paths.settingsPrivacy()}>under Privacy</Link>.
          </Trans>
        </p>
      ) : (
        <>
          <ul className="grid list-disc gap-2 pl-5">
            {asking?.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="mt-4">
            <a href="#sent">{t("Read exactly what would be sent")}</a>
          </p>
          <PostForm className="mt-5">
            <input type="hidden" name="host" value={access.host} />
            <SubmitButton name="intent" value="agree">
              {asking?.agree}
            </SubmitButton>
          </PostForm>
        </>
      )}
    </TitledSection>
  );
}

type PreviewProps = {
  week: string;
  system: string;
  prompt: string;
  entries: number;
  excluded: number;
  cut: boolean;
  host: string;
};

/** The exact text of a model request. */
function CallPreview({ week, system, prompt, entries, excluded, cut, host }: PreviewProps) {
  return (
    <section id="sent" aria-labelledby="sent-heading">
      <h2 id="sent-heading" className="mb-3 text-xl font-medium">
        {t("Exactly this text will be sent to {host}", { host })}
      </h2>
      <p className="mb-4 max-w-measure text-muted">
        {tn("For the week {week}: one entry.", "For the week {week}: {count} entries.", entries, { week })}{" "}
        {excluded > 0 &&
          `${tn("One is excluded and not included.", "{count} are excluded and not included.", excluded)} `}
        {cut && `${t("The longest texts are cut.")} `}
        <Trans>Each week’s entries take the same place; the words around them stay the same.</Trans>
      </p>
      <div className="grid gap-3">
        <SentText title={t("The instructions")} text={system} />
        <SentText title={t("Your entries")} text={prompt} />
      </div>
    </section>
  );
}

function SentText({ title, text }: { title: string; text: string }) {
  return (
    <details className="rounded-lg border border-line bg-raised">
      <summary className="flex min-h-11 items-center px-4 font-medium underline decoration-line underline-offset-4">
        {title}
        <span className="ml-auto text-sm font-normal text-muted">
          {t("{count} characters", { count: formatNumber(text.length) })}
        </span>
      </summary>
      <pre className="overflow-x-auto whitespace-pre-wrap break-words border-t border-line px-4 py-3 font-mono text-sm">
        {text}
      </pre>
    </details>
  );
}

const SETTING_NAMES = Object.keys(INSIGHTS) as (keyof InsightChoice)[];

function InsightSettingsForm({ settings }: { settings: InsightChoice }) {
  return (
    <TitledSection
      id="mail"
      title={t("An email when it is ready")}
      className="max-w-measure"
      titleClass="mb-2 text-xl font-medium"
    >
      <PostForm>
        {SETTING_NAMES.map((name) => (
          <Fragment key={name}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name={name}
                value="on"
                defaultChecked={settings[name]}
                className="shrink-0"
              />
              {INSIGHTS[name].label}
            </label>
            <p className="mb-4 pl-9 text-sm text-muted">{INSIGHTS[name].hint}</p>
          </Fragment>
        ))}
        <SubmitButton name="intent" value="notice" variant="quiet" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </PostForm>
    </TitledSection>
  );
}

export const meta: MetaFunction = () => [{ title: t("How insights are made · Still and Know") }];

const HERE = paths.insightChoices();

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const access = aiAccess(member.aiConsent, "insights");
    const inPlan = featuresOf(member.subscriptionTier).modelInsights;
    const hasPreview = access.state !== "off" && inPlan;
    return {
      access,
      inPlan,
      asking: access.state === "off" ? null : consentText("insights", access.host),
      agreedOn: member.aiConsent.at && access.state === "given" ? dayOf(member, member.aiConsent.at) : null,
      preview: hasPreview ? await previewFor(member) : null,
      settings: member.insights,
    };
  });

const dayOf = (member: Member, at: Date) => formatDate(localMoment(at, member.timezone).date);

/** Previews the last complete week, or the current one if that has no entries. */
async function previewFor(member: Member) {
  const last = await previewInsightRequest(member, lastWeekStart(member));
  const chosen = last.entries > 0 ? last : await previewInsightRequest(member, currentWeekStart(member));
  const { weekStart, system, prompt, entries, excluded, cut } = chosen;
  return { week: formatWeek(weekStart), system, prompt, entries, excluded, cut };
}

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: InsightSettingsSchema }, async ({ member, value, refuse }) => {
    switch (value.intent) {
      case "agree": {
        const result = await setAiConsent(member.id, "insights", { given: true, host: value.host });
        if (!result.ok) return refuse({ status: 409, notice: ANOTHER_HOST });
        return redirectWithToast(HERE, { title: t("Language model turned on"), tone: "success" });
      }
      case "withdraw":
        await setAiConsent(member.id, "insights", { given: false });
        return redirectWithToast(HERE, { title: t("Nothing more is sent"), tone: "success" });
      case "notice": {
        const { intent: _, ...settings } = value;
        await saveInsightSettings(member, settings);
        return redirectWithToast(HERE, { title: t("Saved"), tone: "success" });
      }
    }
  });

const ANOTHER_HOST = {
  title: t("The endpoint has changed"),
  text: t(
    "The operator changed it while you were reading. Please look again at what would be sent, and where.",
  ),
} as const;

export default function InsightSettingsPage() {
  const { access, inPlan, asking, agreedOn, preview, settings } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      intro={t(
        "By simple rules on this server, from the entries of your week. They count, sort and quote. They don’t judge.",
      )}
    >
      <div className="grid gap-14">
        <TitledSection
          id="left-out"
          title={t("What is left out")}
          className="max-w-measure"
          titleClass="mb-3 text-xl font-medium"
        >
          <p>
            <Trans>
              Entries you exclude on their own page, and every entry with a tag you leave out in{" "}
              <Link to={paths.settingsPrivacy()}>Settings, in Privacy</Link>. They are not read for insights
              and never leave.
            </Trans>
          </p>
        </TitledSection>
        {access.state !== "off" && (
          <ModelPart access={access} inPlan={inPlan} asking={asking} agreedOn={agreedOn} />
        )}
        {access.state !== "off" && preview && <CallPreview {...preview} host={access.host} />}
        <InsightSettingsForm settings={settings} />
      </div>
      <p className="mt-12 text-sm">
        <Link to={paths.insights()}>{t("All insights")}</Link>
      </p>
    </SettingsPage>
  );
}
