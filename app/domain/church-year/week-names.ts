import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";

const WORDS = [
  t("first"),
  t("second"),
  t("third"),
  t("fourth"),
  t("fifth"),
  t("sixth"),
  t("seventh"),
  t("eighth"),
  t("ninth"),
  t("tenth"),
];

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE, { type: "ordinal" });

/** "first", "tenth", "22nd" */
function nthOf(number: number): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {
    one: t("{number}st", { number }),
    two: t("{number}nd", { number }),
    few: t("{number}rd", { number }),
  };
  return WORDS[number - 1] ?? forms[rules.select(number)] ?? t("{number}th", { number });
}

type Names = { sunday: (nth: string) => string; week: (nth: string) => string };

const COUNTED = {
  weeks_of_advent: {
    sunday: (nth) => t("{nth} Sunday of Advent", { nth }),
    week: (nth) => t("{nth} week of Advent", { nth }),
  },
  weeks_after_epiphany: {
    sunday: (nth) => t("{nth} Sunday after Epiphany", { nth }),
    week: (nth) => t("{nth} week after Epiphany", { nth }),
  },
  weeks_of_lent: {
    sunday: (nth) => t("{nth} Sunday of Lent", { nth }),
    week: (nth) => t("{nth} week of Lent", { nth }),
  },
  weeks_of_easter: {
    sunday: (nth) => t("{nth} Sunday of Easter", { nth }),
    week: (nth) => t("{nth} week of Easter", { nth }),
  },
  weeks_after_pentecost: {
    sunday: (nth) => t("{nth} Sunday after Pentecost", { nth }),
    week: (nth) => t("{nth} week after Pentecost", { nth }),
  },
  weeks_after_trinity: {
    sunday: (nth) => t("{nth} Sunday after Trinity", { nth }),
    week: (nth) => t("{nth} week after Trinity", { nth }),
  },
  weeks_in_ordinary_time: {
    sunday: (nth) => t("{nth} Sunday in Ordinary Time", { nth }),
    week: (nth) => t("{nth} week in Ordinary Time", { nth }),
  },
} satisfies Record<string, Names>;
export type CountedWeeks = keyof typeof COUNTED;

/** How a day's name follows its weekday: "Friday of the third week of Lent", "Tuesday of Holy Week", "Thursday, Ascension Day". */
export type DayName = { name: string; joint: "of the" | "of" | "," };

/** "First Sunday of Advent", "25th week after Pentecost" */
export function weekName(weeks: CountedWeeks, number: number, isSunday: boolean): DayName {
  const nth = nthOf(number);
  if (!isSunday) return { name: COUNTED[weeks].week(nth), joint: "of the" };
  return {
    name: COUNTED[weeks].sunday(nth.charAt(0).toLocaleUpperCase(LANGUAGE) + nth.slice(1)),
    joint: ",",
  };
}

/** "First Sunday of Advent, violet", "Friday of the 25th week after Pentecost, green", "Thursday, Ascension Day, gold" */
export function dayLineOf(weekday: string, { name, joint }: DayName, colour: string): string {
  if (name.includes(weekday)) return t("{name}, {colour}", { name, colour });
  if (joint === "of the") return t("{weekday} of the {name}, {colour}", { weekday, name, colour });
  if (joint === "of") return t("{weekday} of {name}, {colour}", { weekday, name, colour });
  return t("{weekday}, {name}, {colour}", { weekday, name, colour });
}
