import { COACH_KEYS, hasCoach, TIER_LABELS, TIERS, type CoachKey, type Tier } from "~/domain/member/plan";
import { t } from "~/i18n/t";

/** Notice on every page of every coach. */
export const SOFTWARE_LINE = t(
  "This is software. It is not a person, priest, pastor, therapist or the voice of God.",
);

export type Coach = {
  key: CoachKey;
  name: string;
  purpose: string;
  does: string[];
  /** Describes the limits of the coach. */
  leaves: string;
  /** Label of the first field of a thread. */
  asks: string;
};

const ROSTER: Record<CoachKey, Omit<Coach, "key">> = {
  rhythm: {
    name: t("The Rhythm Keeper"),
    purpose: t("A kind plan for a habit that lasts: when, how short, when to rest, and how to come back."),
    does: [
      t("Looks for the time your days really have."),
      t("Plans the hard days, the free day and the way back after a gap."),
      t("Ends with a plan in your own words."),
    ],
    leaves: t("It counts nothing and praises nothing. A missed day is a missed day."),
    asks: t("What would you like to keep up?"),
  },
  listener: {
    name: t("The Listener"),
    purpose: t("One open question at a time about what you wrote or carry."),
    does: [
      t("Asks, and waits for your answer."),
      t("Gives a few of your own words back."),
      t("Lets you stop anywhere."),
    ],
    leaves: t("It never advises. Comfort and counsel come from people."),
    asks: t("What would you like to look at?"),
  },
  reader: {
    name: t("The Reader"),
    purpose: t("Help with staying with a passage: who speaks, what comes before and after, what to notice."),
    does: [
      t("Keeps the passage on the page while you talk."),
      t("Asks about the scene, the words and the silence in them."),
      t("Names references; the text itself always comes from our Bible."),
    ],
    leaves: t(
      "It settles no dispute about meaning. Churches read some passages differently; yours can say how.",
    ),
    asks: t("What catches your eye in it?"),
  },
  examen: {
    name: t("The Examen Companion"),
    purpose: t("Finds consolation and desolation in your own words about a day."),
    does: [
      t("Goes through a day with you, small things first."),
      t("Asks where you were drawn toward love, faith and hope, and where away."),
      t("Lays both side by side at the end, as you said them."),
    ],
    leaves: t(
      "It weighs nothing and forgives nothing. Mercy is God’s to give, and a priest or pastor can speak of it.",
    ),
    asks: t("How was the day, in a few lines?"),
  },
  discern: {
    name: t("The Discernment Companion"),
    purpose: t("A structure for a decision: the options, the good in each, the movements, and waiting."),
    does: [
      t("Helps you say the question in one sentence."),
      t("Asks for the good in each way, and for what stirs in you."),
      t("Lays it all out on one sheet, so that you can wait and show it to someone."),
    ],
    leaves: t("It never picks, hints or scores. For law, money and health, ask people who know about them."),
    asks: t("What has to be decided?"),
  },
  writer: {
    name: t("The Scribe"),
    purpose: t("Turns your notes into a prayer or a letter in your own voice, marked as a draft."),
    does: [
      t("Asks who it is for and what needs to be said."),
      t("Puts your sentences in order and adds as little as it can."),
      t("Gives it back as a draft for you to change and keep."),
    ],
    leaves: t("It does not pray. Whatever stands there becomes a prayer when you say it."),
    asks: t("Who is it for, God or a person?"),
  },
};

export const COACHES: readonly Coach[] = COACH_KEYS.map((key) => ({ key, ...ROSTER[key] }));

export function findCoach(key: string | undefined): Coach | undefined {
  return COACHES.find((coach) => coach.key === key);
}

/** Label of the smallest plan that includes a coach; null if the member's own plan includes it. */
export function requiredPlan(own: Tier, key: CoachKey): string | null {
  if (hasCoach(own, key)) return null;
  return TIER_LABELS[TIERS.find((tier) => hasCoach(tier, key)) ?? "tier2"];
}
