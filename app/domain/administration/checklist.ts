import { checklistWords } from "~/words/admin/checklist";

/** What an operator should have set, checked (product 2.12, "config check list"). Says whether, never what. */
export type Settings = {
  origin: string;
  host: string;
  hasSmtp: boolean;
  hasAi: boolean;
  usesMongodb: boolean;
  hasOwnSecrets: boolean;
  bcryptCost: number;
  trustProxy: number;
  hasPayments: boolean;
  hasMetricsToken: boolean;
  nodeEnv: string;
};

export type Check = { what: string; state: "good" | "look" | "open"; words: string };

const isLocalOrigin = (origin: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);

/** "look" asks for attention; "open" is a choice that has not been made and may stay so. */
export function checklist(settings: Settings, isHttps: boolean): Check[] {
  const isLocal = isLocalOrigin(settings.origin);
  return [
    {
      what: "NODE_ENV",
      state: settings.nodeEnv === "production" ? "good" : "look",
      words: `${settings.nodeEnv}.`,
    },
    {
      what: "PUBLIC_ORIGIN",
      state: isLocal ? "open" : "good",
      words: isLocal ? checklistWords.thisMachineOnly : `${settings.origin}.`,
    },
    {
      what: checklistWords.tlsAndCookies,
      state: isHttps ? "good" : isLocal ? "open" : "look",
      words: isHttps ? checklistWords.httpsCookiesAreSecure : checklistWords.plainHttpFineOnThisMachine,
    },
    {
      what: checklistWords.twoStepSignIn,
      state: isHttps ? "good" : "open",
      words: isHttps
        ? checklistWords.requiredOfAdministrators
        : checklistWords.requiredOfAdministratorsOncePublic,
    },
    {
      what: checklistWords.secrets,
      state: "good",
      words: settings.hasOwnSecrets
        ? checklistWords.givenInTheEnvironment
        : checklistWords.madeOnTheFirstStart,
    },
    {
      what: "BCRYPT_COST",
      state: settings.bcryptCost >= 12 ? "good" : "look",
      words: `${settings.bcryptCost}${settings.bcryptCost >= 12 ? "." : checklistWords.n12OrMoreIsBetter}`,
    },
    {
      what: "SMTP_URL",
      state: settings.hasSmtp ? "good" : "look",
      words: settings.hasSmtp ? checklistWords.set : checklistWords.emptyMailIsPrinted,
    },
    {
      what: "MONGODB_URI",
      state: settings.usesMongodb ? "good" : "open",
      words: settings.usesMongodb ? checklistWords.set : checklistWords.emptyTheEmbeddedDatabase,
    },
    {
      what: checklistWords.aiBaseUrlAndAiModel,
      state: settings.hasAi ? "good" : "open",
      words: settings.hasAi ? checklistWords.set : checklistWords.emptyTheRulesOfTheHouse,
    },
    {
      what: checklistWords.stripeSecretKeyAndPrices,
      state: settings.hasPayments ? "good" : "open",
      words: settings.hasPayments ? checklistWords.setWithTheSecret : checklistWords.notAllSet,
    },
    {
      what: "TRUST_PROXY",
      state: isHttps && settings.trustProxy === 0 ? "look" : "good",
      words:
        isHttps && settings.trustProxy === 0 ? checklistWords.n0ButHttpsMeans : `${settings.trustProxy}.`,
    },
    {
      what: "METRICS_TOKEN",
      state: settings.hasMetricsToken ? "good" : "open",
      words: settings.hasMetricsToken ? checklistWords.set : checklistWords.emptyMetricsAnswersThisMachine,
    },
  ];
}
