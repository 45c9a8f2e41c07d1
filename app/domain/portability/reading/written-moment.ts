import { MINUTE } from "~/domain/calendar/durations";
import { isDay } from "~/domain/calendar/local-day";
import { momentOn, parseMoment, type EntryMoment } from "./days";

/**
 * Months in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Norwegian, Danish, Finnish, Polish and
 * Czech, long and short, also as they are written beside a day.
 */
const MONTHS = new Map(
  [
    "january jan januar janvier janv enero ene gennaio gen janeiro januari tammikuu tammikuuta tammi styczeń stycznia sty leden ledna led",
    "february feb februar février févr febrero febbraio fevereiro fev februari helmikuu helmikuuta helmi luty lutego lut únor února úno",
    "march mar märz mär mars marzo março maart mrt marts maaliskuu maaliskuuta maalis marzec marca březen března bře",
    "april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti kwiecień kwietnia kwi duben dubna dub",
    "may mai mayo maggio mag maio mei maj toukokuu toukokuuta touko maja květen května kvě",
    "june jun juni juin junio giugno giu junho kesäkuu kesäkuuta kesä czerwiec czerwca cze červen června čvn",
    "july jul juli juillet juil julio luglio lug julho heinäkuu heinäkuuta heinä lipiec lipca lip červenec července čvc",
    "august aug août agosto ago augustus augusti elokuu elokuuta elo sierpień sierpnia sie srpen srpna srp",
    "september sep sept septembre septiembre settembre set setembro syyskuu syyskuuta syys wrzesień września wrz září zář",
    "october oct oktober okt octobre octubre ottobre ott outubro out lokakuu lokakuuta loka październik października paź říjen října říj",
    "november nov novembre noviembre novembro marraskuu marraskuuta marras listopad listopada lis listopadu",
    "december dec dezember dez décembre déc diciembre dic dicembre dezembro desember des joulukuu joulukuuta joulu grudzień grudnia gru prosinec prosince pro",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);
/** Weekdays in the same languages. */
const WEEKDAYS = new Set(
  [
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag",
    "dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so lundi mardi",
    "mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim lunes martes miércoles",
    "jueves viernes sábado domingo mié jue vie sáb dom lunedì martedì mercoledì giovedì venerdì",
    "sabato domenica gio sab segunda feira terça quarta quinta sexta seg ter qua qui sex maandag",
    "dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo måndag tisdag onsdag",
    "torsdag fredag lördag söndag mån tis ons tors fre lör sön mandag tirsdag lørdag søndag man",
    "tir tor lør søn tirs maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai ti",
    "ke to pe la su poniedziałek wtorek środa czwartek piątek sobota niedziela pon wt śr czw pt",
    "sob niedz pondělí úterý středa čtvrtek pátek neděle po út st čt pá ne",
  ].flatMap((names) => names.split(" ")),
);
const FILLERS = new Set("of the on at de del den der le um à a om kl klo dnia dne v ob uhr el i".split(" "));

/** Minutes east of Greenwich of the abbreviations that Apple's systems print instead of "GMT+2". */
const ZONE_MINUTES: Record<string, number> = {
  ...{ utc: 0, gmt: 0, z: 0, wet: 0, bst: 60, west: 60, cet: 60, mez: 60, cest: 120, mesz: 120 },
  ...{ eet: 120, eest: 180, jst: 540, aest: 600, aedt: 660, nzst: 720, nzdt: 780 },
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 },
};

const TIME = /(?<![\d:.])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s?([ap])\.?\s?m\b\.?)?/i;
const OFFSET = /^(?:(?:GMT|UTC)\s?)?([+-])(\d{1,2}):?(\d{2})?$/;
const NUMBERS =
  /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4})|(\d{4})年(\d{1,2})月(\d{1,2})日)/;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
/** Longer lines are text. */
const MAX_CHARACTERS = 80;

/**
 * Parses a line that is a date and nothing else: "Monday, May 6, 2024 at 9:30 PM GMT+2", "6. Mai 2024", "2024-05-06 21:30".
 * The written day is the day of the entry. Numbers with slashes are parsed with the year first only, because
 * "06/05/2024" has two meanings.
 */
export function parseWrittenMoment(line: string, zone: { timezone: string }): EntryMoment | undefined {
  if (line.length > MAX_CHARACTERS || !/\d/.test(line)) return undefined;
  if (ISO.test(line.trim())) return parseMoment(line, zone);
  let rest = line.normalize("NFKC").trim();
  const [clock, hour = "", minute = "", half] = TIME.exec(rest) ?? [];
  let zoneName = "";
  if (clock !== undefined) {
    const at = rest.indexOf(clock);
    zoneName = rest.slice(at + clock.length).replace(/^[\s(]+|[\s),.]+$|\s?Uhr\b/gi, "");
    rest = rest.slice(0, at);
    // Some programs write the time first.
    if (!rest) [rest, zoneName] = [zoneName, ""];
  }
  const offset = offsetOf(zoneName);
  if (offset === null) return undefined;
  const forDate = dayOf(rest.toLowerCase());
  const time = clock === undefined ? undefined : timeOf(Number(hour), minute, half);
  if (!forDate || (clock !== undefined && !time)) return undefined;
  if (offset === undefined || !time) return momentOn(forDate, zone, time);
  const createdAt = new Date(Date.parse(`${forDate}T${time}:00Z`) - offset * MINUTE);
  return { forDate, createdAt, timezone: zone.timezone };
}

/** "21:30"; undefined if there is no such time. */
function timeOf(hour: number, minute: string, half?: string): string | undefined {
  if (half && (hour < 1 || hour > 12)) return undefined;
  const hours = half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour;
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, "0")}:${minute}` : undefined;
}

/** Minutes east of Greenwich; undefined for a zone that is not written or not known, null if the text is no zone. */
function offsetOf(name: string): number | undefined | null {
  if (!name) return undefined;
  const [, sign, hours, minutes = "0"] = OFFSET.exec(name) ?? [];
  if (sign) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const minutesEast = /^[A-Z]+$/.test(name) ? ZONE_MINUTES[name.toLowerCase()] : undefined;
  return minutesEast ?? (/^[A-Z]{2,4}T$/.test(name) ? undefined : null);
}

/** The day that a text in lower case names; undefined if it has other words. */
function dayOf(text: string): string | undefined {
  const [numbers, y1, , m1, d1, d2, m2, y2, y3, m3, d3] = NUMBERS.exec(text.trim()) ?? [];
  const words =
    (numbers === undefined ? text : text.trim().slice(numbers.length)).match(/\p{L}+|\d+|[^\s,.()@–—-]/gu) ??
    [];
  const isWeekday = (word: string) =>
    WEEKDAYS.has(word) || /^[日月火水木金土星期曜周週一二三四五六天]+$/.test(word);
  if (numbers !== undefined) {
    const isOnlyDate = words.every((word) => isWeekday(word) || FILLERS.has(word));
    return isOnlyDate ? joinDay(y1 ?? y2 ?? y3, m1 ?? m2 ?? m3, d1 ?? d2 ?? d3) : undefined;
  }
  const found: { year?: string; day?: string; months: string[] } = { months: [] };
  for (const word of words) {
    if (/^\d{4}$/.test(word) && !found.year) found.year = word;
    else if (/^\d{1,2}$/.test(word) && !found.day) found.day = word;
    else if (MONTHS.has(word)) found.months.push(word);
    else if (!isWeekday(word) && !FILLERS.has(word) && !/^(?:st|nd|rd|th|er|º|ª)$/.test(word))
      return undefined;
  }
  // "mar" is a month and, in French, a weekday.
  const certain = found.months.length > 1 ? found.months.filter((word) => !WEEKDAYS.has(word)) : found.months;
  const month = certain.length === 1 ? MONTHS.get(certain[0] ?? "") : undefined;
  return month ? joinDay(found.year, String(month), found.day) : undefined;
}

function joinDay(year = "", month = "", day = ""): string | undefined {
  const joined = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(joined) ? joined : undefined;
}
