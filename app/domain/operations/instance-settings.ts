import { TIERS, type Tier } from "~/domain/member/plan";

/** "invite": with an invitation from an administrator or the command line; "closed": from the command line only. */
export const REGISTRATION_MODES = ["open", "invite", "closed"] as const;
type RegistrationMode = (typeof REGISTRATION_MODES)[number];

export const PRAYER_LIST_MODES = ["off", "open", "reviewed"] as const;
type PrayerListMode = (typeof PRAYER_LIST_MODES)[number];

/** Settings that administrators choose in the browser. The environment takes precedence. */
export type InstanceSettings = {
  /** "St. Mary’s", or empty. */
  houseName: string;
  registration: RegistrationMode;
  /** Minimum plan of every member; never stored in user records. */
  defaultPlan: Tier;
  /** Light Markdown, or empty. */
  welcome: string;
  /** Id of a way recommended to all members, or empty. */
  sharedWay: string;
  /** The community's prayer list; `reviewed`: a request is shown to others after a keeper has approved it. */
  prayerList: PrayerListMode;
  /** Whether `/today` shows the shared way's day. */
  wayOnToday: "on" | "off";
};

export const DEFAULT_INSTANCE_SETTINGS: InstanceSettings = {
  houseName: "",
  registration: "open",
  defaultPlan: "free",
  welcome: "",
  sharedWay: "",
  prayerList: "off",
  wayOnToday: "off",
};

export const MAX_INSTANCE_NAME_LENGTH = 60;
export const MAX_WELCOME_LENGTH = 2_000;

/** Drops fields and values of a record that this version does not know. */
export function parseInstanceSettings(record: {
  [name in keyof InstanceSettings]?: unknown;
}): Partial<InstanceSettings> {
  const { houseName, welcome, sharedWay, wayOnToday } = record;
  const prayerList = PRAYER_LIST_MODES.find((mode) => mode === record.prayerList);
  const registration = REGISTRATION_MODES.find((name) => name === record.registration);
  const defaultPlan = TIERS.find((name) => name === record.defaultPlan);
  return {
    ...(typeof houseName === "string" && { houseName }),
    ...(registration && { registration }),
    ...(defaultPlan && { defaultPlan }),
    ...(typeof welcome === "string" && { welcome }),
    ...(typeof sharedWay === "string" && { sharedWay }),
    ...(prayerList && { prayerList }),
    ...((wayOnToday === "on" || wayOnToday === "off") && { wayOnToday }),
  };
}

/** Public facts about the instance, available on every page. */
export type Instance = {
  /** "St. Mary’s", or empty. */
  name: string;
  /** Whether every member has all features and nothing is sold; pages then mention no plans and prices. */
  isOpen: boolean;
  registration: RegistrationMode;
  /** Whether email is configured; otherwise administrators approve accounts manually. */
  sendsMail: boolean;
  /** Single sign-on; `isOnly` if there is no other method, `registration` for new accounts. Null if not configured. */
  provider: { name: string; isOnly: boolean; registration: RegistrationMode } | null;
  social: { instagram: string | null; facebook: string | null; youtube: string | null };
};

/** Fallback for pages that are rendered without the server's data. */
export const DEFAULT_INSTANCE: Instance = {
  name: "",
  isOpen: false,
  registration: "open",
  sendsMail: true,
  provider: null,
  social: { instagram: null, facebook: null, youtube: null },
};
