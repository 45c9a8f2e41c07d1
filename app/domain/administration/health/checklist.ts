import { t } from "~/i18n/t";

/** The operator's settings, without their secret values. */
export type Settings = {
  origin: string;
  hasSmtp: boolean;
  hasAi: boolean;
  usesMongodb: boolean;
  hasOwnSecrets: boolean;
  bcryptCost: number;
  trustProxy: number;
  hasPayments: boolean;
  hasMetricsToken: boolean;
  nodeEnv: string;
  welcome: "none" | "good" | "unreadable" | "too_long";
};

/** State of a check. `look`: it needs attention; `open`: an optional setting is not set. */
export type Check = { what: string; state: "good" | "look" | "open"; words: string };

const isLocalOrigin = (origin: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);

const WELCOME: Record<Settings["welcome"], Omit<Check, "what">> = {
  none: { state: "open", words: t("No welcome.md in DATA_DIR: the front page has no welcome message.") },
  good: { state: "good", words: t("Shown on the front page and to first-time visitors.") },
  unreadable: { state: "look", words: t("It cannot be read as text, so it is not shown.") },
  too_long: { state: "look", words: t("It is longer than 2,000 characters, so it is not shown.") },
};

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
      words: isLocal
        ? t("This machine, or its address in the local network. Links in emails use it.")
        : `${settings.origin}.`,
    },
    {
      what: t("TLS and cookies"),
      state: isHttps ? "good" : isLocal ? "open" : "look",
      words: isHttps
        ? t("Https: cookies are Secure with the __Host- prefix, and browsers are told to stay on https.")
        : t("Plain http: fine on this machine, not on a network."),
    },
    {
      what: t("Two-step sign-in"),
      state: isHttps ? "good" : "open",
      words: isHttps
        ? t("Required of administrators.")
        : t("Required of administrators once PUBLIC_ORIGIN is https."),
    },
    {
      what: t("Secrets"),
      state: "good",
      words: settings.hasOwnSecrets
        ? t("Set in the environment, each 32 characters or more.")
        : t("Created on first start, in DATA_DIR/secrets.json. Keep a copy apart from the backups."),
    },
    {
      what: "BCRYPT_COST",
      state: settings.bcryptCost >= 12 ? "good" : "look",
      words:
        settings.bcryptCost >= 12
          ? `${settings.bcryptCost}.`
          : t("{cost}; 12 or more is better.", { cost: settings.bcryptCost }),
    },
    {
      what: "SMTP_URL",
      state: settings.hasSmtp ? "good" : "look",
      words: settings.hasSmtp ? t("Set.") : t("Empty: email is printed to the log and reaches no one."),
    },
    {
      what: "MONGODB_URI",
      state: settings.usesMongodb ? "good" : "open",
      words: settings.usesMongodb ? t("Set.") : t("Empty: the embedded database in DATA_DIR."),
    },
    {
      what: t("AI_BASE_URL and AI_MODEL"),
      state: settings.hasAi ? "good" : "open",
      words: settings.hasAi ? t("Set.") : t("Empty: the built-in rules write insights and answers."),
    },
    {
      what: t("STRIPE_SECRET_KEY and prices"),
      state: settings.hasPayments ? "good" : "open",
      words: settings.hasPayments
        ? t("Set, with the webhook secret.")
        : t("Not all set: plans change only by trial key or by an administrator."),
    },
    { what: "welcome.md", ...WELCOME[settings.welcome] },
    {
      what: "TRUST_PROXY",
      state: isHttps && settings.trustProxy === 0 ? "look" : "good",
      words:
        isHttps && settings.trustProxy === 0
          ? t("0, but https means there is a proxy in front: every client appears to be that proxy.")
          : `${settings.trustProxy}.`,
    },
    {
      what: "METRICS_TOKEN",
      state: settings.hasMetricsToken ? "good" : "open",
      words: settings.hasMetricsToken ? t("Set.") : t("Empty: there are no /metrics."),
    },
  ];
}

type Backups = { dueAt: string | null; usesMongoServer: boolean; trouble: string | null };

export function backupChecks({ dueAt, usesMongoServer, trouble }: Backups): Check[] {
  const what = "BACKUP_AT";
  if (trouble) return [{ what, state: "look", words: trouble }];
  if (dueAt) return [{ what, state: "good", words: t("Every night at {dueAt}.", { dueAt }) }];
  if (usesMongoServer)
    return [
      {
        what,
        state: "open",
        words: t(
          "Off: back up your MongoDB server with its own tools, or set a time and a copy is read from it every night.",
        ),
      },
    ];
  return [{ what, state: "look", words: t("Off: no backup is made automatically.") }];
}
