import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { Badge } from "~/components/ui/badge";
import { TitledSection } from "~/components/ui/titled-section";
import { PrivacySchema } from "~/domain/accounts/settings/settings.server";
import { consentText, describeOutcome } from "~/domain/ai/consent";
import { aiAccess, listAiCalls, setAiConsent } from "~/domain/ai/model-access.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { readExcludedTags, saveExcludedTags } from "~/domain/journal/entries/entries.server";
import type { Member } from "~/domain/member/member";
import { AI_FEATURES, type AiFeature } from "~/domain/member/preferences";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

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

/** Null while no model is configured, because then there is nothing to consent to. */
function consentView({ aiConsent, timezone }: Member, feature: AiFeature) {
  const access = aiAccess(aiConsent, feature);
  if (access.state === "off") return null;
  const { state, host } = access;
  const { at, version } = aiConsent;
  return {
    ...{ feature, name: NAMES[feature], state, host, version },
    ...consentText(feature, host),
    /** Time of the last consent or withdrawal, which `version` belongs to. */
    changedAt: at && formatMomentIn(at, timezone),
  };
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const [calls, tags] = await Promise.all([listAiCalls(member.id), readExcludedTags(member)]);
    return {
      consents: AI_FEATURES.flatMap((feature) => consentView(member, feature) ?? []),
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

type Loaded = SerializeFrom<typeof loader>;

function ConsentPart({
  feature,
  name,
  state,
  host,
  changedAt,
  version,
  lines,
  agree,
}: Loaded["consents"][number]) {
  return (
    <section aria-labelledby={feature} className="border-b border-line py-6">
      <div className="flex flex-wrap items-baseline gap-3">
        <h3 id={feature} className="text-lg font-medium">
          {name}
        </h3>
        <Badge tone={state === "given" ? "accent" : "plain"}>
          {state === "given" ? t("Agreed") : t("Not agreed")}
        </Badge>
      </div>
      {changedAt && (
        <p className="mt-1 text-sm text-muted">
          {state === "given"
            ? t("Agreed {said}, text and endpoint: {version}", { said: changedAt, version })
            : t("Last changed {said}", { said: changedAt })}
        </p>
      )}
      <div className="mt-3 grid max-w-measure gap-3">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <PostForm className="mt-4">
        <input type="hidden" name="feature" value={feature} />
        <input type="hidden" name="host" value={host} />
        {state === "given" ? (
          <SubmitButton name="intent" value="withdraw" variant="quiet">
            {t("Withdraw it")}
          </SubmitButton>
        ) : (
          <SubmitButton name="intent" value="agree" variant="quiet">
            {agree}
          </SubmitButton>
        )}
      </PostForm>
    </section>
  );
}

/** Excludes entries with these tags from insights and coaches. */
function ExcludeForm({ tags, reply }: { tags: string; reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ excludedTags: string }>({
    id: "exclude",
    lastResult: reply?.lastResult,
    defaultValue: { excludedTags: tags },
  });
  return (
    <TitledSection id="exclude-heading" title={t("Leave out by tag")}>
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
        <Field
          meta={fields.excludedTags}
          label={t("Tags")}
          hint={t(
            "Separated by commas. Entries with any of these tags are never used for insights or coaches.",
          )}
          autoComplete="off"
        />
        <div>
          <SubmitButton name="intent" value="exclude" variant="quiet" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
        </div>
      </PostForm>
    </TitledSection>
  );
}

/** Log of calls to a language model: time, host and outcome, never content. */
function CallList({ calls }: Pick<Loaded, "calls">) {
  return (
    <TitledSection id="calls" title={t("Requests to a language model")} titleClass="mb-2 text-xl">
      {calls.length === 0 ? (
        <p className="text-muted">{t("None. Nothing of yours has been sent to one.")}</p>
      ) : (
        <ul className="border-t border-line">
          {calls.map(({ at, feature, host, model, outcome, tokens }, index) => (
            <li key={`${index} ${at}`} className="border-b border-line py-3">
              <p>
                {feature}, {outcome}
              </p>
              <p className="text-sm text-muted">
                {at} · {host}, {model}
                {tokens && ` · ${tokens}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

export default function PrivacyPage() {
  const { consents, tags, calls } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const hasModel = consents.length > 0;
  return (
    <SettingsPage>
      <div className="grid grid-cols-1 gap-12">
        {reply?.notice && <FormNotice {...reply.notice} />}
        {hasModel && (
          <TitledSection id="consents" title={t("What a language model may be asked")} titleClass="text-xl">
            {consents.map((consent) => (
              <ConsentPart key={consent.feature} {...consent} />
            ))}
          </TitledSection>
        )}
        <ExcludeForm tags={tags} reply={reply} />
        {(hasModel || calls.length > 0) && <CallList calls={calls} />}
        <TitledSection
          id="encrypted"
          title={t("What is encrypted")}
          className="max-w-measure"
          titleClass="mb-2 text-xl"
        >
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
        </TitledSection>
      </div>
    </SettingsPage>
  );
}
