import { TIERS, type Tier } from "~/domain/member/tiers";

/** Who may make an account: anyone; people invited by administrators or the command; or by the command alone. */
export const REGISTRATIONS = ["open", "invite", "closed"] as const;
export type Registration = (typeof REGISTRATIONS)[number];

/** What an administrator chooses for the house, in the browser. The environment goes before each. */
export type HouseChoices = {
  /** "St. Mary’s"; empty for a house without a name. */
  houseName: string;
  registration: Registration;
  /** The plan of everyone who has no higher one; written in no one's record. */
  defaultPlan: Tier;
  /** Sentences for those who come, in light Markdown; empty for none. */
  welcome: string;
  /** The id of a way that is prayed together: shown to everyone, asked of nobody; empty for none. */
  sharedWay: string;
  /** Whether its day is what `/today` gives to everybody. */
  wayOnToday: "on" | "off";
};

/** What counts until an administrator chooses. */
export const USUAL_CHOICES: HouseChoices = {
  houseName: "",
  registration: "open",
  defaultPlan: "free",
  welcome: "",
  sharedWay: "",
  wayOnToday: "off",
};

export const HOUSE_NAME_LONGEST = 60;
export const WELCOME_LONGEST = 2_000;

/** Keeps of a record what is a choice: another version may have written more, or other words. */
export function choicesFrom(record: { [name in keyof HouseChoices]?: unknown }): Partial<HouseChoices> {
  const { houseName, welcome, sharedWay, wayOnToday } = record;
  const registration = REGISTRATIONS.find((name) => name === record.registration);
  const defaultPlan = TIERS.find((name) => name === record.defaultPlan);
  return {
    ...(typeof houseName === "string" && { houseName }),
    ...(registration && { registration }),
    ...(defaultPlan && { defaultPlan }),
    ...(typeof welcome === "string" && { welcome }),
    ...(typeof sharedWay === "string" && { sharedWay }),
    ...((wayOnToday === "on" || wayOnToday === "off") && { wayOnToday }),
  };
}
