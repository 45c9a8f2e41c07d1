import { t } from "~/i18n/t";

/**
 * Whether it is in every guesser's list: 49,000 from breaches, read when someone first chooses a password. Looking
 * through them takes less than a thousandth of what hashing takes. No network is asked.
 */
async function isInEveryList(plain: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return dictionary.passwords.includes(plain);
}

/** Words that a guesser would try here first. */
const HERE = new Set(
  "stillandknow still know bestill psalm psalms jesus christ jesuschrist god lord bible faith prayer amen hallelujah grace gospel church journal holyspirit heaven maria mary".split(
    " ",
  ),
);

export const PASSWORD_COMMON = t("This password is very common and easy to guess. Please choose another.");

/** Whether a password is common, or made of the product's, the faith's or the person's own words and a few digits. */
export async function isCommonPassword(
  password: string,
  person: { username?: string; email?: string } = {},
): Promise<boolean> {
  const plain = password.normalize("NFC").toLowerCase();
  if (await isInEveryList(plain)) return true;
  const word = plain.replace(/[^\p{L}]/gu, "");
  const own = [person.username, person.email?.split("@")[0]].filter((name) => name && name.length >= 3);
  if (
    own.some((name) => plain.includes(name?.toLowerCase() ?? "") && plain.length <= (name?.length ?? 0) + 4)
  )
    return true;
  return HERE.has(word) && plain.length <= word.length + 6;
}
