import { z } from "zod";
import { PAID_TIERS } from "~/domain/member/plan";
import { t } from "~/i18n/t";

/** Crockford's base32, without I, L, O and U. Keys look like SNK-XXXX-XXXX-XXXX. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const KEY_CHARACTERS = 12;

/** `random` has KEY_CHARACTERS bytes, of which 60 bits are used. */
export function formatTrialKey(random: Uint8Array): string {
  const text = Array.from(random.subarray(0, KEY_CHARACTERS), (byte) => ALPHABET[byte & 31]).join("");
  return `SNK-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/**
 * Normalises a typed key: case, spaces, O for 0, I or L for 1.
 * @returns the twelve characters, or null if it is not a key
 */
export function normalizeKey(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  const body = text.length === KEY_CHARACTERS + 3 && text.startsWith("SNK") ? text.slice(3) : text;
  return body.length === KEY_CHARACTERS && [...body].every((letter) => ALPHABET.includes(letter))
    ? body
    : null;
}

export const maskedKey = (last4: string): string => `SNK-••••-••••-${last4}`;

export type KeyState = "unused" | "partial" | "used" | "expired" | "revoked";

type Counts = { left: number; redeemed: number; expiresAt: Date | null; revokedAt: Date | null };

export function keyState({ left, redeemed, expiresAt, revokedAt }: Counts, now: Date): KeyState {
  if (revokedAt) return "revoked";
  if (left <= 0) return "used";
  if (expiresAt && expiresAt <= now) return "expired";
  return redeemed > 0 ? "partial" : "unused";
}

const whole = (min: number, max: number) => {
  const message = t("Please enter a whole number from {min} to {max}.", { min, max });
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};

/** @internal Exported for tests. */
export const NewKeysSchema = z.object({
  tier: z.enum(PAID_TIERS, t("Please choose a plan.")),
  days: whole(1, 365),
  count: whole(1, 500).default(1),
  maxRedemptions: whole(1, 1000).default(1),
  /** Last day on which a key can be redeemed, YYYY-MM-DD. */
  expiresAt: z.iso.date(t("Please enter a day as YYYY-MM-DD.")).optional(),
  note: z.string().trim().max(200, t("Please keep the note under 200 characters.")).default(""),
});
export type NewKeys = z.output<typeof NewKeysSchema>;

/** The forms of the Trial Keys page. */
export const TrialKeysSchema = z.discriminatedUnion(
  "intent",
  [
    NewKeysSchema.extend({ intent: z.literal("create") }),
    z.object({ intent: z.literal("revoke"), key: z.string().max(200) }),
    // Only hashes are stored, so the page posts new keys back to save them as a file.
    z.object({
      intent: z.literal("save-new"),
      keys: z.string().regex(/^(SNK(-[0-9A-Z]{4}){3}\s*){1,500}$/, t("Please use the buttons on this page.")),
    }),
  ],
  t("Please use the buttons on this page."),
);
