import { TIERS, type Tier } from "~/domain/member/plan";

/** Who may make an account: anyone; people invited by administrators or the command; or by the command alone. */
export const REGISTRATION_MODES = ["open", "invite", "closed"] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** What an administrator chooses for the house, in the browser. The environment goes before each. */
export type InstanceSettings = {
  /** "St. Mary’s"; empty for a house without a name. */
  houseName: string;
  registration: RegistrationMode;
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
export const DEFAULT_INSTANCE_SETTINGS: InstanceSettings = {
  houseName: "",
  registration: "open",
  defaultPlan: "free",
  welcome: "",
  sharedWay: "",
  wayOnToday: "off",
};

export const MAX_INSTANCE_NAME_LENGTH = 60;
export const MAX_WELCOME_LENGTH = 2_000;

/** Keeps of a record what is a choice: another version may have written more, or other words. */
export function parseInstanceSettings(record: {
  [name in keyof InstanceSettings]?: unknown;
}): Partial<InstanceSettings> {
  const { houseName, welcome, sharedWay, wayOnToday } = record;
  const registration = REGISTRATION_MODES.find((name) => name === record.registration);
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

/** What an operator has made of this place, as every page knows it. */
export type Instance = {
  /** "St. Mary’s"; empty for a house without a name. */
  name: string;
  /** Everyone has everything, and nothing is for sale: no page speaks of plans and prices. */
  isOpen: boolean;
  registration: RegistrationMode;
  /** Whether letters leave this house; else administrators let people in by hand. */
  sendsMail: boolean;
  /** The house's own sign-in, whether there is no other, and who comes in by it for the first time; null where there is none. */
  provider: { name: string; isOnly: boolean; registration: RegistrationMode } | null;
  /** The operator's own pages elsewhere. */
  social: { instagram: string | null; facebook: string | null; youtube: string | null };
};

/** What is shown where nothing could be asked. */
export const DEFAULT_INSTANCE: Instance = {
  name: "",
  isOpen: false,
  registration: "open",
  sendsMail: true,
  provider: null,
  social: { instagram: null, facebook: null, youtube: null },
};
