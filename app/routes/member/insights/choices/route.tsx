import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PageHeading } from "~/components/ui/page-heading";
import { consentText } from "~/domain/ai/consent-texts";
import { aiAccessOf, setConsent } from "~/domain/ai/consent.server";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import { InsightSettingsSchema } from "~/domain/insights/schema";
import { setMailNotice } from "~/domain/insights/week/change-insight.server";
import { lastWeekOf } from "~/domain/insights/week/insights.server";
import { previewOf, runningWeekOf } from "~/domain/insights/week/preview.server";
import { weekInWords } from "~/domain/insights/week/week";
import type { Member } from "~/domain/member/member";
import { features } from "~/domain/member/tiers";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { CallPreview, ModelPart, NoticeForm } from "./parts";

export const meta: MetaFunction = () => [{ title: t("How insights are made · Still and Know") }];

const HERE = addresses.insightChoices();

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const access = aiAccessOf(member.aiConsent, "insights");
    const inPlan = features(member.subscriptionTier).modelInsights;
    const isShown = access.state !== "off" && inPlan;
    return {
      access,
      inPlan,
      asking: access.state === "off" ? null : consentText("insights", access.host),
      agreedOn: member.aiConsent.at && access.state === "given" ? dayOf(member, member.aiConsent.at) : null,
      preview: isShown ? await previewFor(member) : null,
      mailNotice: member.insights.mailNotice,
    };
  });

const dayOf = (member: Member, at: Date) => dateInWords(localMoment(at, member.timezone).date);

/** The week that is over, or the running one where there was nothing in it. */
async function previewFor(member: Member) {
  const last = await previewOf(member, lastWeekOf(member));
  const chosen = last.entries > 0 ? last : await previewOf(member, runningWeekOf(member));
  const { weekStart, system, prompt, entries, excluded, cut } = chosen;
  return { week: weekInWords(weekStart), system, prompt, entries, excluded, cut };
}

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: InsightSettingsSchema }, async ({ member, value, refuse }) => {
    switch (value.intent) {
      case "agree": {
        const result = await setConsent(member.id, "insights", { given: true, host: value.host });
        if (!result.ok) return refuse({ status: 409, notice: ANOTHER_HOST });
        return redirectWithToast(HERE, { title: t("Language model turned on"), tone: "success" });
      }
      case "withdraw":
        await setConsent(member.id, "insights", { given: false });
        return redirectWithToast(HERE, { title: t("Nothing more is sent"), tone: "success" });
      case "notice":
        await setMailNotice(member, value.mailNotice === "on");
        return redirectWithToast(HERE, { title: t("Saved"), tone: "success" });
    }
  });

const ANOTHER_HOST = {
  title: t("The endpoint has changed"),
  text: t(
    "The operator changed it while you were reading. Please look again at what would be sent, and where.",
  ),
} as const;

export default function InsightSettingsPage() {
  const { access, inPlan, asking, agreedOn, preview, mailNotice } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("How insights are made")}
        intro={t(
          "By simple rules on this server, from the entries of your week. They count, sort and quote you; they judge nothing.",
        )}
      />
      <div className="grid gap-14">
        <section aria-labelledby="left-out" className="max-w-measure">
          <h2 id="left-out" className="mb-3 text-xl font-medium">
            {t("What is left out")}
          </h2>
          <p>
            <Trans>
              Entries you exclude on their own page, and every entry with a tag you leave out in{" "}
              <Link to={addresses.settingsPrivacy()}>Settings, under Privacy</Link>. They are not read for
              insights and never leave.
            </Trans>
          </p>
        </section>
        {access.state !== "off" && (
          <ModelPart access={access} inPlan={inPlan} asking={asking} agreedOn={agreedOn} />
        )}
        {access.state !== "off" && preview && <CallPreview {...preview} host={access.host} />}
        <NoticeForm mailNotice={mailNotice} />
      </div>
      <p className="mt-12 text-sm">
        <Link to={addresses.insights()}>{t("All insights")}</Link>
      </p>
    </>
  );
}
