import { readExcludedTags } from "~/domain/journal/entries/excluded-tags.server";
import { LOOK } from "~/domain/member/appearance";
import { INSIGHTS } from "~/domain/member/insight-choice";
import type { Member } from "~/domain/member/member";
import { PRAYER } from "~/domain/member/prayer";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { REMINDERS } from "~/domain/member/reminder-choice";
import { settingsFrom } from "~/domain/member/setting";
import { guidanceOf } from "~/domain/ways/guidance.server";

/** Who a person is here, without anything that opens the account. */
export function profileOf(member: Member) {
  const { id, username, firstName, lastName, email, subscriptionTier, plan, theme, look, aiConsent } = member;
  return {
    id,
    username,
    firstName,
    lastName,
    email,
    plan: { tier: subscriptionTier, source: plan.source, startsAt: plan.startsAt, endsAt: plan.endsAt },
    theme,
    look: settingsFrom(LOOK, look),
    aiConsent: { insights: aiConsent.insights, coaches: aiConsent.coaches, at: aiConsent.at },
  };
}

/** How a person prays; an import may restore most of it. */
export async function settingsOf(member: Member) {
  const { promptSetPreference, timezone, locale } = member;
  const { prayer, rhythm, reminders, insights } = member;
  const { planSince, shape } = prayer;
  return {
    promptSetPreference,
    ...settingsFrom(PRAYER_TIMES, member),
    timezone,
    locale,
    ...(member.choseWeekStart && { weekStart: member.weekStart }),
    excludedTags: await readExcludedTags(member),
    prayer: {
      ...settingsFrom(PRAYER, prayer),
      planSince,
      shape: { morning: shape.morning, evening: shape.evening },
    },
    rhythm: {
      restDay: rhythm.restDay,
      hidden: rhythm.hidden,
      pauses: rhythm.pauses.map(({ from, until }) => ({ from, until })),
    },
    reminders: settingsFrom(REMINDERS, reminders),
    insights: settingsFrom(INSIGHTS, insights),
    guidance: guidanceOf(member),
  };
}
