import { t } from "~/i18n/t";
import { SAINT_NAMES } from "./saint-names";

/** Days whose names hold their weekday already: nothing is said before them. */
const WITH_WEEKDAY = {
  ash_wednesday: t("Ash Wednesday"),
  palm_sunday: t("Palm Sunday"),
  maundy_thursday: t("Maundy Thursday"),
  good_friday: t("Good Friday"),
  holy_saturday: t("Holy Saturday"),
  easter_day: t("Easter Day"),
  divine_mercy: t("Divine Mercy Sunday"),
  trinity_sunday: t("Trinity Sunday"),
  transfiguration_sunday: t("Transfiguration Sunday"),
  shrove_tuesday: t("Shrove Tuesday"),
  gaudete: t("Third Sunday of Advent"),
  laetare: t("Fourth Sunday of Lent"),
  last_sunday: t("Last Sunday of the Church Year"),
};

/** Feasts of the Lord and of Mary, and the other days that the year itself has. */
const OF_THE_YEAR = {
  christmas_eve: t("Christmas Eve"),
  christmas_day: t("Christmas Day"),
  holy_family: t("the Holy Family"),
  mary_mother_of_god: t("Mary, Mother of God"),
  holy_name: t("the Holy Name of Jesus"),
  naming_of_jesus: t("the Naming of Jesus"),
  circumcision_and_name: t("the Circumcision and Name of Jesus"),
  epiphany: t("Epiphany"),
  baptism_of_the_lord: t("the Baptism of the Lord"),
  presentation: t("the Presentation of the Lord"),
  septuagesima: t("Septuagesima"),
  sexagesima: t("Sexagesima"),
  quinquagesima: t("Quinquagesima"),
  annunciation: t("the Annunciation"),
  ascension_day: t("Ascension Day"),
  pentecost: t("Pentecost"),
  mary_mother_of_the_church: t("Mary, Mother of the Church"),
  corpus_christi: t("Corpus Christi"),
  sacred_heart: t("the Sacred Heart of Jesus"),
  immaculate_heart: t("the Immaculate Heart of Mary"),
  visitation: t("the Visitation"),
  transfiguration: t("the Transfiguration"),
  assumption: t("the Assumption of Mary"),
  blessed_virgin_mary: t("the Blessed Virgin Mary"),
  mary_mother_of_our_lord: t("Mary, Mother of Our Lord"),
  queenship_of_mary: t("the Queenship of Mary"),
  birth_of_mary: t("the Birth of Mary"),
  holy_cross: t("Holy Cross Day"),
  our_lady_of_sorrows: t("Our Lady of Sorrows"),
  guardian_angels: t("the Guardian Angels"),
  our_lady_of_the_rosary: t("Our Lady of the Rosary"),
  reformation: t("Reformation Day"),
  all_saints: t("All Saints’ Day"),
  all_souls: t("All Souls’ Day"),
  lateran: t("the Dedication of the Lateran Basilica"),
  presentation_of_mary: t("the Presentation of Mary"),
  christ_the_king: t("Christ the King"),
  immaculate_conception: t("the Immaculate Conception"),
};

export type FeastId = keyof typeof WITH_WEEKDAY | keyof typeof OF_THE_YEAR | keyof typeof SAINT_NAMES;

const NAMES: Record<FeastId, string> = { ...WITH_WEEKDAY, ...OF_THE_YEAR, ...SAINT_NAMES };
const named = new Set<string>(Object.keys(WITH_WEEKDAY));

type Own = Partial<Record<FeastId, { name: string; hasWeekday?: boolean }>>;

/** What a tradition calls otherwise. */
const OWN: Record<"roman" | "anglican" | "lutheran" | "ecumenical", Own> = {
  ecumenical: {},
  roman: {
    maundy_thursday: { name: t("Holy Thursday"), hasWeekday: true },
    easter_day: { name: t("Easter Sunday"), hasWeekday: true },
    ascension_day: { name: t("the Ascension of the Lord") },
    holy_cross: { name: t("the Exaltation of the Holy Cross") },
    trinity_sunday: { name: t("the Most Holy Trinity") },
    all_saints: { name: t("All Saints") },
    all_souls: { name: t("All Souls") },
    michael: { name: t("Saints Michael, Gabriel and Raphael") },
  },
  anglican: {
    baptism_of_the_lord: { name: t("the Baptism of Christ") },
    presentation: { name: t("Candlemas, the Presentation of Christ") },
    laetare: { name: t("Mothering Sunday"), hasWeekday: true },
    holy_saturday: { name: t("Easter Eve") },
  },
  lutheran: {
    baptism_of_the_lord: { name: t("the Baptism of Our Lord") },
    presentation: { name: t("the Presentation of Our Lord") },
    gaudete: { name: t("Third Sunday in Advent"), hasWeekday: true },
    laetare: { name: t("Fourth Sunday in Lent"), hasWeekday: true },
    passion_of_john: { name: t("the Martyrdom of John the Baptist") },
  },
};

/** What a day is called, and whether its weekday is in the name. */
export function feastName(id: FeastId, tradition: keyof typeof OWN): { name: string; hasWeekday: boolean } {
  const own = OWN[tradition][id];
  return own
    ? { name: own.name, hasWeekday: own.hasWeekday ?? false }
    : { name: NAMES[id], hasWeekday: named.has(id) };
}
