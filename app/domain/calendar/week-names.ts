import { LANGUAGE, t } from "~/i18n/t";

const ORDINALS = [
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
  t("eleventh"),
  t("twelfth"),
  t("thirteenth"),
  t("fourteenth"),
  t("fifteenth"),
  t("sixteenth"),
  t("seventeenth"),
  t("eighteenth"),
  t("nineteenth"),
  t("twentieth"),
  t("twenty-first"),
  t("twenty-second"),
  t("twenty-third"),
  t("twenty-fourth"),
  t("twenty-fifth"),
  t("twenty-sixth"),
  t("twenty-seventh"),
  t("twenty-eighth"),
  t("twenty-ninth"),
  t("thirtieth"),
  t("thirty-first"),
  t("thirty-second"),
  t("thirty-third"),
  t("thirty-fourth"),
];
/** `formatOrdinal` spells numbers up to this one. */
const MAX_SPELLED = 10;

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE, { type: "ordinal" });

/** "first", "tenth", "22nd" */
function formatOrdinal(number: number): string {
  const word = number <= MAX_SPELLED ? ORDINALS[number - 1] : undefined;
  if (word !== undefined) return word;
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {
    one: t("{number}st", { number }),
    two: t("{number}nd", { number }),
    few: t("{number}rd", { number }),
  };
  return forms[rules.select(number)] ?? t("{number}th", { number });
}
/** "First", "Twenty-fourth" */
function spellOrdinal(number: number): string {
  const text = ORDINALS[number - 1] ?? formatOrdinal(number);
  return text.charAt(0).toLocaleUpperCase(LANGUAGE) + text.slice(1);
}

/**
 * `joint` links weekday and name: "Friday of the third week of Lent", "Thursday, Ascension Day". It is "" if the name includes
 * the weekday.
 */
export type DayName = { name: string; joint: "of the" | "of" | "," | "" };

/** Week series with numbered Sundays and weeks. */
const COUNTED = {
  of_advent: {
    sunday: (nth: string) => t("{nth} Sunday of Advent", { nth }),
    week: (nth: string) => t("{nth} week of Advent", { nth }),
  },
  in_advent: {
    sunday: (nth: string) => t("{nth} Sunday in Advent", { nth }),
    week: (nth: string) => t("{nth} week in Advent", { nth }),
  },
  of_epiphany: {
    sunday: (nth: string) => t("{nth} Sunday of Epiphany", { nth }),
    week: (nth: string) => t("{nth} week of Epiphany", { nth }),
  },
  weeks_after_epiphany: {
    sunday: (nth: string) => t("{nth} Sunday after Epiphany", { nth }),
    week: (nth: string) => t("{nth} week after Epiphany", { nth }),
  },
  before_lent: {
    sunday: (nth: string) => t("{nth} Sunday before Lent", { nth }),
    week: (nth: string) => t("{nth} week before Lent", { nth }),
  },
  of_lent: {
    sunday: (nth: string) => t("{nth} Sunday of Lent", { nth }),
    week: (nth: string) => t("{nth} week of Lent", { nth }),
  },
  in_lent: {
    sunday: (nth: string) => t("{nth} Sunday in Lent", { nth }),
    week: (nth: string) => t("{nth} week in Lent", { nth }),
  },
  of_easter: {
    sunday: (nth: string) => t("{nth} Sunday of Easter", { nth }),
    week: (nth: string) => t("{nth} week of Easter", { nth }),
  },
  after_pentecost: {
    sunday: (nth: string) => t("{nth} Sunday after Pentecost", { nth }),
    week: (nth: string) => t("{nth} week after Pentecost", { nth }),
  },
  after_trinity: {
    sunday: (nth: string) => t("{nth} Sunday after Trinity", { nth }),
    week: (nth: string) => t("{nth} week after Trinity", { nth }),
  },
  before_advent: {
    sunday: (nth: string) => t("{nth} Sunday before Advent", { nth }),
    week: (nth: string) => t("{nth} week before Advent", { nth }),
  },
  in_ordinary_time: {
    sunday: (nth: string) => t("{nth} Sunday in Ordinary Time", { nth }),
    week: (nth: string) => t("{nth} week in Ordinary Time", { nth }),
  },
};

/** Week series with numbered Sundays, but no numbered weeks. */
const CHRISTMAS = {
  of_christmas: {
    sunday: (nth: string) => t("{nth} Sunday of Christmas", { nth }),
    name: t("the Christmas season"),
  },
  after_christmas: {
    sunday: (nth: string) => t("{nth} Sunday after Christmas", { nth }),
    name: t("the Christmas season"),
  },
  christmas_time: {
    sunday: (nth: string) => t("{nth} Sunday after Christmas", { nth }),
    name: t("Christmas Time"),
  },
};

/** Week series of at most one week, without numbers. */
const SINGLE = {
  holy_week: { name: t("Holy Week") },
  easter_week: { name: t("Easter week") },
  octave_of_easter: { name: t("the Octave of Easter") },
  week_of_pentecost: { name: t("the week of Pentecost") },
  week_of_trinity: { name: t("the week of Trinity") },
  last_after_trinity: { name: t("the last week after Trinity"), sunday: t("Last Sunday after Trinity") },
  last_week: { name: t("the last week of the church year"), sunday: t("Last Sunday of the Church Year") },
} satisfies Record<string, { name: string; sunday?: string }>;

/** Week series whose weekdays are named after the preceding feast: "Thursday after Ash Wednesday". */
const AFTER = {
  after_epiphany: (weekday: string) => t("{weekday} after Epiphany", { weekday }),
  after_ash_wednesday: (weekday: string) => t("{weekday} after Ash Wednesday", { weekday }),
  after_septuagesima: (weekday: string) => t("{weekday} after Septuagesima", { weekday }),
  after_sexagesima: (weekday: string) => t("{weekday} after Sexagesima", { weekday }),
  after_quinquagesima: (weekday: string) => t("{weekday} after Quinquagesima", { weekday }),
};

export type WeekSeries =
  | keyof typeof COUNTED
  | keyof typeof CHRISTMAS
  | keyof typeof SINGLE
  | keyof typeof AFTER
  | "octave_of_christmas";

const isKey = <T extends object>(key: string, of: T): key is Extract<keyof T, string> =>
  Object.hasOwn(of, key);

/** "First Sunday of Advent", "25th week after Pentecost", "Thursday after Ash Wednesday"; 0 is Sunday. */
export function weekName(
  weeks: WeekSeries,
  number: number,
  day: { at: number; name: string; date: string },
): DayName {
  const isSunday = day.at === 0;
  if (isKey(weeks, AFTER)) return { name: AFTER[weeks](day.name), joint: "" };
  if (isKey(weeks, SINGLE)) {
    const { name, sunday }: { name: string; sunday?: string } = SINGLE[weeks];
    return isSunday && sunday ? { name: sunday, joint: "" } : { name, joint: "of" };
  }
  if (weeks === "octave_of_christmas") {
    // Christmas Day is the first day of the octave.
    const nth = formatOrdinal(Number(day.date.slice(8)) - 24);
    return { name: t("{nth} day in the Octave of Christmas", { nth }), joint: "," };
  }
  if (weeks === "before_lent" && number === 1)
    return isSunday
      ? { name: t("Sunday next before Lent"), joint: "" }
      : { name: t("the last week before Lent"), joint: "of" };
  if (weeks === "before_advent" && number === 1)
    return { name: t("the last week before Advent"), joint: "of" };
  const nth = formatOrdinal(number);
  if (isKey(weeks, CHRISTMAS))
    return isSunday
      ? { name: CHRISTMAS[weeks].sunday(spellOrdinal(number)), joint: "" }
      : { name: CHRISTMAS[weeks].name, joint: "of" };
  return isSunday
    ? { name: COUNTED[weeks].sunday(spellOrdinal(number)), joint: "" }
    : { name: COUNTED[weeks].week(nth), joint: "of the" };
}

/** "First Sunday of Advent", "Friday of the 25th week after Pentecost", "Thursday, Ascension Day" */
export function formatWeekdayOf(weekday: string, { name, joint }: DayName): string {
  if (joint === "") return name;
  if (joint === "of the") return t("{weekday} of the {name}", { weekday, name });
  if (joint === "of") return t("{weekday} of {name}", { weekday, name });
  return t("{weekday}, {name}", { weekday, name });
}
