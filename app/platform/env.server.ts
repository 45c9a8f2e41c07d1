import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { isIpLiteral, isLoopback, isPrivateAddress } from "./private-host";

/**
 * The settings of the process: the only module that reads the environment. `.env.example` lists names, defaults and
 * meanings. An invalid value throws `EnvironmentError`, whose message names the variable and never contains its value.
 */

const text = z.string().trim();
const optionalText = text.optional().transform((value) => value || undefined);
const checkedText = (isValid: (value: string) => boolean, message: string) =>
  optionalText.refine((value) => value === undefined || isValid(value), message);
const isContainer = () => existsSync("/.dockerenv") || existsSync("/run/.containerenv");

/** A whole number. `shownMin` is the minimum in messages, if tests may go lower. */
const whole = (min: number, max: number, fallback: number, shownMin = min) =>
  text.optional().transform((value, context) => {
    if (!value) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    context.addIssue({ code: "custom", message: `must be a whole number from ${shownMin} to ${max}` });
    return z.NEVER;
  });

const urlSetting = (protocols: string[], description: string) =>
  checkedText(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `must be ${description}`,
  );

const socialUrl = urlSetting(["https:", "http:"], "an address like https://www.example.org/us");

/** Private text leaves unencrypted only to this machine or a private network, and never to a cloud's metadata endpoint. */
function mayReceivePrivateText({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIpLiteral(hostname) && /^(169\.254\.|fe[89ab]|0\.0\.0\.0$|::$|::ffff:a9fe:)/.test(host)) return false;
  if (protocol === "https:") return true;
  if (isIpLiteral(hostname)) return isPrivateAddress(hostname);
  // A name without a dot is a machine or container in the same network.
  return !host.includes(".") || /\.(localhost|local|internal|lan)$/.test(host);
}

/** Rejects URLs broken by a reserved character in the password that is not percent-encoded. */
function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, host, hostname, username, password, pathname, search, hash } = new URL(value);
  if (!["smtp:", "smtps:"].includes(protocol) || !hostname || hash || /^\/./.test(pathname)) return false;
  if (`${search}${host}`.includes("@")) return false;
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const isWithoutPath = ({ pathname, search, hash }: URL) => pathname === "/" && !search && !hash;

/** `k2:base64,k1:base64`, newest first; each key is 32 bytes. */
const keyRing = optionalText.transform((value, context) => {
  if (!value) return undefined;
  const keys = value.split(",").map((part) => {
    const [id, encoded] = part.trim().split(":");
    return { id: id ?? "", key: Buffer.from(encoded ?? "", "base64") };
  });
  if (keys.every(({ id, key }) => /^[a-z0-9]{1,16}$/i.test(id) && key.length === 32)) return keys;
  context.addIssue({ code: "custom", message: "must be a list like k2:BASE64,k1:BASE64 of 32-byte keys" });
  return z.NEVER;
});

const longSecret = (value: string) =>
  Buffer.byteLength(value) >= 32 && !/change|example|secret-here/i.test(value);

/** The provider's responses decide sign-ins, so plain http is allowed only on this machine. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  if (username || password || search || hash) return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

const secret = checkedText(longSecret, "must be a random secret of 32 characters or more");
const displayName = checkedText(
  (value) => /^[^\p{Cc}<>]{1,60}$/u.test(value),
  "must be a name of at most 60 characters, without < and >",
);
const registration = z.enum(["open", "invite", "closed"], "must be open, invite or closed").optional();
const flag = whole(0, 1, 0).transform((value) => value === 1);

const EnvironmentSchema = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("production"),
  PORT: whole(0, 65535, 3000),
  HOST: optionalText.transform((value) => value ?? (isContainer() ? "0.0.0.0" : "127.0.0.1")),
  // Read by scripts/start.mjs. The system limits socket paths to 107 bytes.
  LISTEN: checkedText(
    (value) => /^unix:\/.{1,106}$/.test(value),
    "must be unix: and the full path of a socket, like unix:/run/still-and-know/web.sock",
  ),
  PUBLIC_ORIGIN: urlSetting(["http:", "https:"], "an address like https://journal.example.org").refine(
    (value) => !value || !URL.canParse(value) || isWithoutPath(new URL(value)),
    "must be an address of its own without a path, like https://journal.example.org: Still and Know cannot live below another address",
  ),
  DATA_DIR: optionalText.transform((value) => path.resolve(value ?? "data")),
  MONGODB_URI: checkedText(
    (value) => /^mongodb(\+srv)?:\/\//.test(value),
    "must begin with mongodb:// or mongodb+srv://",
  ),
  SESSION_SECRET: optionalText
    .transform((value) => value?.split(",").map((secret) => secret.trim()))
    .refine(
      (list) => list === undefined || list.every(longSecret),
      "must be a comma list of random secrets of 32 characters or more",
    ),
  ENCRYPTION_KEYS: keyRing,
  PASSWORD_PEPPER: secret,
  SMTP_URL: checkedText(
    isSmtpUrl,
    "must be an address like smtp://user:pass@host:587; in the name and password write % as %25, # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A",
  ),
  MAIL_FROM: optionalText.transform((value) => value ?? "Still and Know <no-reply@localhost>"),
  MAIL_CONTACT: optionalText,
  AI_BASE_URL: urlSetting(["http:", "https:"], "an address like https://host/v1").refine(
    (value) => !value || !URL.canParse(value) || mayReceivePrivateText(new URL(value)),
    "must begin with https:// unless the endpoint is on this machine or a private network",
  ),
  AI_API_KEY: optionalText,
  AI_MODEL: optionalText,
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText.transform((value) =>
    value
      ?.split(",")
      .map((secret) => secret.trim())
      .filter(Boolean),
  ),
  STRIPE_API_URL: urlSetting(["http:", "https:"], "an address like https://api.stripe.com"),
  STRIPE_PRICE_TIER1: optionalText,
  STRIPE_PRICE_TIER2: optionalText,
  STRIPE_PRICE_TIER1_YEARLY: optionalText,
  STRIPE_PRICE_TIER2_YEARLY: optionalText,
  PRICE_TIER1: optionalText,
  PRICE_TIER2: optionalText,
  PRICE_TIER1_YEARLY: optionalText,
  PRICE_TIER2_YEARLY: optionalText,
  METRICS_TOKEN: secret,
  JOURNAL_QUOTA_MB: whole(1, 1_048_576, 1024),
  IMPORT_MB: whole(1, 2_048, 512),
  PICTURES: z.enum(["on", "off"], "must be on or off").default("on"),
  TRUST_PROXY: whole(0, 10, 0),
  ENUMERATION_SAFE: flag,
  DEFAULT_PLAN: z.enum(["free", "tier1", "tier2"], "must be free, tier1 or tier2").optional(),
  REGISTRATION: registration,
  HOUSE_NAME: displayName,
  OIDC_ISSUER: checkedText(
    isIssuer,
    "must be an address like https://id.example.org; plain http is for this machine alone",
  ),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: displayName,
  OIDC_ONLY: flag,
  OIDC_ADMIN_GROUP: optionalText,
  OIDC_REGISTRATION: registration,
  BACKUP_DAYS: whole(1, 3650, 0),
  BACKUP_AT: checkedText(
    (value) => value === "off" || /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    "must be a time of day like 03:00, or off",
  ),
  BACKUP_KEEP: whole(1, 365, 7),
  BACKUP_COPY_TO: checkedText(
    (value) => path.isAbsolute(value),
    "must be the full path of a folder, like /mnt/second-disk",
  ),
  SOCIAL_INSTAGRAM: socialUrl,
  SOCIAL_FACEBOOK: socialUrl,
  SOCIAL_YOUTUBE: socialUrl,
  BCRYPT_COST: whole(4, 15, 12, 10),
  LOG_LEVEL: z
    .enum(
      ["silent", "fatal", "error", "warn", "info", "debug", "trace"],
      "must be one of silent, fatal, error, warn, info, debug, trace",
    )
    .default("info"),
});

/** Variables that NAME_FILE can replace by the path of a file, as container runtimes and systemd pass secrets. */
const SECRET_NAMES = [
  "SESSION_SECRET",
  "ENCRYPTION_KEYS",
  "PASSWORD_PEPPER",
  "SMTP_URL",
  "MONGODB_URI",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "AI_API_KEY",
  "METRICS_TOKEN",
  "OIDC_CLIENT_SECRET",
] as const;

/** Variables that are an error without OIDC_ISSUER: the operator believes that a provider is configured. */
const OIDC_NAMES = [
  "OIDC_ONLY",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_NAME",
  "OIDC_ADMIN_GROUP",
  "OIDC_REGISTRATION",
] as const;

/** Prevents reading a device or a large file by mistake. */
const MAX_SECRET_BYTES = 65_536;

export type Environment = Omit<z.infer<typeof EnvironmentSchema>, "PUBLIC_ORIGIN" | "BACKUP_AT"> & {
  /** The time of the nightly backup, HH:MM in this machine's time zone; null if it is off. */
  BACKUP_AT: string | null;
  /** Scheme, host and port of the site, for absolute links and origin checks. */
  PUBLIC_ORIGIN: string;
  /** Whether PUBLIC_ORIGIN is set; otherwise it is this machine's, and any host in a private network is accepted. */
  isOriginNamed: boolean;
};

class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

function readSecret(name: string, file: string): string {
  const variable = `${name}_FILE`;
  let value: string;
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new EnvironmentError(`${variable} must name a file.`);
    if (stats.size > MAX_SECRET_BYTES)
      throw new EnvironmentError(`${variable} names a file that is too large to hold a secret.`);
    value = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new EnvironmentError(`${variable} names a file that is not there.`);
    throw new EnvironmentError(`${variable} names a file that cannot be read (${code}).`);
  }
  if (!value.trim()) throw new EnvironmentError(`${variable} names a file that is empty.`);
  return value;
}

type Source = Record<string, string | undefined>;

/** The settings that are not empty, with secrets read from their files. */
function presentSettings(source: Source): Source {
  const present: Source = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  for (const name of SECRET_NAMES) {
    const file = present[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (present[name])
      throw new EnvironmentError(`${name} and ${name}_FILE are both set; please keep one of them.`);
    present[name] = readSecret(name, file);
  }
  return present;
}

/**
 * Parses settings; empty values count as absent. @throws EnvironmentError
 * @internal Exported for tests.
 */
export function readEnvironment(source: Source): Environment {
  const result = EnvironmentSchema.safeParse(presentSettings(source));
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new EnvironmentError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = result.data;
  // Only tests, which create hundreds of users, may hash faster.
  if (values.BCRYPT_COST < 10 && values.NODE_ENV !== "test")
    throw new EnvironmentError("BCRYPT_COST must be a whole number from 10 to 15.");
  if (values.MONGODB_URI && values.NODE_ENV === "production") {
    for (const name of ["SESSION_SECRET", "ENCRYPTION_KEYS", "PASSWORD_PEPPER"] as const) {
      if (!values[name]) throw new EnvironmentError(`${name} is required when MONGODB_URI is set.`);
    }
    if (!values.PUBLIC_ORIGIN)
      throw new EnvironmentError("PUBLIC_ORIGIN is required when MONGODB_URI is set.");
  }
  if (values.AI_BASE_URL && !values.AI_MODEL)
    throw new EnvironmentError("AI_MODEL is required when AI_BASE_URL is set.");
  if (values.OIDC_ISSUER) {
    for (const name of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const)
      if (!values[name]) throw new EnvironmentError(`${name} is required when OIDC_ISSUER is set.`);
  } else {
    for (const name of OIDC_NAMES)
      if (values[name]) throw new EnvironmentError(`OIDC_ISSUER is required when ${name} is set.`);
  }
  // The origin of a proxy in front of a socket is unknown; http://localhost is the likeliest.
  const ownOrigin = values.LISTEN ? "http://localhost" : `http://localhost:${values.PORT}`;
  const origin = new URL(values.PUBLIC_ORIGIN ?? ownOrigin).origin;
  // A MongoDB server has its own backup tools, so nightly backups of it are opt-in.
  const backupAt = values.BACKUP_AT ?? (values.MONGODB_URI ? "off" : "03:00");
  return {
    ...values,
    PUBLIC_ORIGIN: origin,
    isOriginNamed: values.PUBLIC_ORIGIN !== undefined,
    BACKUP_AT: backupAt === "off" ? null : backupAt,
  };
}

/** Exit code for a configuration error (sysexits.h, EX_CONFIG). */
const EX_CONFIG = 78;

function readOrExit(): Environment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError) || process.env.VITEST) throw error;
    process.stderr.write(`Still and Know cannot start: ${error.message}\n`);
    process.exit(EX_CONFIG);
  }
}

export const env: Environment = readOrExit();
export const isProduction = env.NODE_ENV === "production";
/** Cookies have `Secure` and the `__Host-` prefix only over https: text browsers ignore such cookies on plain http. */
export const isHttps = env.PUBLIC_ORIGIN.startsWith("https:");
