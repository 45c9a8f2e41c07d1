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
      words: isLocal ? "This machine only. Links in mail lead here." : `${settings.origin}.`,
    },
    {
      what: "TLS and cookies",
      state: isHttps ? "good" : isLocal ? "open" : "look",
      words: isHttps
        ? "Https: cookies are Secure with the __Host- prefix, and browsers are told to stay on https."
        : "Plain http: fine on this machine, not on a network.",
    },
    {
      what: "Two-step sign-in",
      state: isHttps ? "good" : "open",
      words: isHttps
        ? "Required of administrators."
        : "Required of administrators once PUBLIC_ORIGIN is https.",
    },
    {
      what: "Secrets",
      state: "good",
      words: settings.hasOwnSecrets
        ? "Given in the environment, each 32 characters or more."
        : "Made on the first start, in DATA_DIR/secrets.json. Keep a copy apart from the backups.",
    },
    {
      what: "BCRYPT_COST",
      state: settings.bcryptCost >= 12 ? "good" : "look",
      words: `${settings.bcryptCost}${settings.bcryptCost >= 12 ? "." : "; 12 or more is better."}`,
    },
    {
      what: "SMTP_URL",
      state: settings.hasSmtp ? "good" : "look",
      words: settings.hasSmtp ? "Set." : "Empty: mail is printed to the log and reaches nobody.",
    },
    {
      what: "MONGODB_URI",
      state: settings.usesMongodb ? "good" : "open",
      words: settings.usesMongodb ? "Set." : "Empty: the embedded database in DATA_DIR.",
    },
    {
      what: "AI_BASE_URL and AI_MODEL",
      state: settings.hasAi ? "good" : "open",
      words: settings.hasAi ? "Set." : "Empty: the rules of the house write insights and answers.",
    },
    {
      what: "STRIPE_SECRET_KEY and prices",
      state: settings.hasPayments ? "good" : "open",
      words: settings.hasPayments
        ? "Set, with the secret of the webhook."
        : "Not all set: plans change by trial key and by administrators only.",
    },
    {
      what: "TRUST_PROXY",
      state: isHttps && settings.trustProxy === 0 ? "look" : "good",
      words:
        isHttps && settings.trustProxy === 0
          ? "0, but https means that a proxy stands in front: every client seems to be that proxy."
          : `${settings.trustProxy}.`,
    },
    {
      what: "METRICS_TOKEN",
      state: settings.hasMetricsToken ? "good" : "open",
      words: settings.hasMetricsToken ? "Set." : "Empty: /metrics answers this machine only.",
    },
  ];
}
