import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormNotice } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { PrivacySchema } from "~/domain/accounts/settings/settings-schema";
import { consentText, describeOutcome } from "~/domain/ai/consent";
import { aiAccess, listAiCalls, setAiConsent } from "~/domain/ai/model-access.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { readExcludedTags, saveExcludedTags } from "~/domain/journal/entries/entries.server";
import type { Member } from "~/domain/member/member";
import { AI_FEATURES, type AiFeature } from "~/domain/member/preferences";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { CallList, ConsentPart, ExcludeForm, type ConsentView } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Privacy · Still and Know") }];

const PAGE = paths.settingsPrivacy();
const NAMES: Record<AiFeature, string> = {
  insights: t("Weekly insights"),
  coaches: t("Coaches"),
};

const formatMomentIn = (at: Date, zone: string) => {
  const { date, time } = localMoment(at, zone);
  return `${formatDate(date)}, ${time}`;
};

/** Empty without a configured model, which needs no consent. */
function consentView({ aiConsent, timezone }: Member, feature: AiFeature): ConsentView[] {
  const access = aiAccess(aiConsent, feature);
  if (access.state === "off") return [];
  const { state, host } = access;
  const { lines, agree } = consentText(feature, host);
  const answeredAt = aiConsent.at && formatMomentIn(aiConsent.at, timezone);
  return [
    {
      feature,
      name: NAMES[feature],
      state,
      host,
      changedAt: answeredAt,
      version: aiConsent.version,
      lines,
      agree,
    },
  ];
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const [calls, tags] = await Promise.all([listAiCalls(member.id), readExcludedTags(member)]);
    return {
      consents: AI_FEATURES.flatMap((feature) => consentView(member, feature)),
      tags: tags.join(", "),
      calls: calls.map(({ at, feature, host, model, outcome, tokensIn, tokensOut }) => ({
        at: formatMomentIn(at, member.timezone),
        feature: NAMES[feature],
        host,
        model,
        outcome: describeOutcome(outcome),
        tokens:
          tokensIn + tokensOut > 0 ? t("{tokensIn} sent, {tokensOut} back", { tokensIn, tokensOut }) : "",
      })),
    };
  });

const ENDPOINT_CHANGED = {
  title: t("The endpoint has changed since you opened this page"),
  text: t("Please read what you are asked now, and decide again."),
};

const storedTags = async (form: FormData, member: Member) =>
  form.get("intent") === "exclude"
    ? { excludedTags: (await readExcludedTags(member)).join(", ") }
    : undefined;

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: PrivacySchema, stored: storedTags }, async ({ member, value, refuse }) => {
    switch (value.intent) {
      case "agree": {
        const result = await setAiConsent(member.id, value.feature, { given: true, host: value.host });
        if (!result.ok) return refuse({ status: 409, notice: ENDPOINT_CHANGED });
        return redirectWithToast(PAGE, { title: t("Agreed"), tone: "success" });
      }
      case "withdraw":
        await setAiConsent(member.id, value.feature, { given: false });
        return redirectWithToast(PAGE, { title: t("Withdrawn. Nothing more is sent"), tone: "success" });
      case "exclude":
        await saveExcludedTags(member, value.excludedTags);
        return redirectWithToast(PAGE, { title: t("Saved"), tone: "success" });
    }
  });

export default function PrivacyPage() {
  const { consents, tags, calls } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const hasModel = consents.length > 0;
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        {reply?.notice && <FormNotice {...reply.notice} />}
        {hasModel && (
          <section aria-labelledby="consents">
            <h2 id="consents" className="text-xl">
              {t("What a language model may be asked")}
            </h2>
            {consents.map((consent) => (
              <ConsentPart key={consent.feature} {...consent} />
            ))}
          </section>
        )}
        <ExcludeForm tags={tags} reply={reply} />
        {(hasModel || calls.length > 0) && <CallList calls={calls} />}
        <section aria-labelledby="encrypted" className="max-w-measure">
          <h2 id="encrypted" className="mb-2 text-xl">
            {t("What is encrypted")}
          </h2>
          <p>
            <Trans>
              Titles, answers, text, tags and mood words are always encrypted with a key of your own; there is
              no weaker setting. Not encrypted: the day and time of an entry, its kind, and its passage. The{" "}
              <Link to={paths.privacy()} reloadDocument>
                privacy policy
              </Link>{" "}
              says it in full.
            </Trans>
          </p>
          {!hasModel && (
            <p className="mt-3">
              {t(
                "Insights and coaches are made by simple rules on this server. Nothing you write is sent anywhere for them.",
              )}
            </p>
          )}
        </section>
      </div>
    </SettingsPage>
  );
}
