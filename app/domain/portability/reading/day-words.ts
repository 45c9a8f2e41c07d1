/**
 * Months in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Norwegian, Danish, Finnish, Polish,
 * Czech, Russian, Ukrainian, Romanian and Hungarian: full names, abbreviations, and the forms that are used in dates.
 */
const MONTHS = new Map<string, number>(
  [
    "january jan januar janvier janv enero ene gennaio gen janeiro januari tammikuu tammikuuta tammi styczeń stycznia sty leden ledna led январь января янв січень січня ianuarie ian január",
    "february feb februar février févr febrero febbraio fevereiro fev februari helmikuu helmikuuta helmi luty lutego lut únor února úno февраль февраля фев лютий лютого februarie február",
    "march mar märz mär mars marzo março maart mrt marts maaliskuu maaliskuuta maalis marzec marca březen března bře март марта мар березень березня martie március",
    "april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti kwiecień kwietnia kwi duben dubna dub апрель апреля апр квітень квітня aprilie április",
    "may mai mayo maggio mag maio mei maj toukokuu toukokuuta touko maja květen května kvě май мая травень травня május",
    "june jun juni juin junio giugno giu junho kesäkuu kesäkuuta kesä czerwiec czerwca cze červen června čvn июнь июня июн червень червня iunie június",
    "july jul juli juillet juil julio luglio lug julho heinäkuu heinäkuuta heinä lipiec lipca lip červenec července čvc июль июля июл липень липня iulie július",
    "august aug août agosto ago augustus augusti elokuu elokuuta elo sierpień sierpnia sie srpen srpna srp август августа авг серпень серпня august augusztus",
    "september sep sept septembre septiembre settembre set setembro syyskuu syyskuuta syys wrzesień września wrz září zář сентябрь сентября сен вересень вересня septembrie szeptember",
    "october oct oktober okt octobre octubre ottobre ott outubro out lokakuu lokakuuta loka październik października paź říjen října říj октябрь октября окт жовтень жовтня octombrie október",
    "november nov novembre noviembre novembro marraskuu marraskuuta marras listopad listopada lis listopadu ноябрь ноября ноя листопад листопада noiembrie",
    "december dec dezember dez décembre déc diciembre dic dicembre dezembro desember des joulukuu joulukuuta joulu grudzień grudnia gru prosinec prosince pro декабрь декабря дек грудень грудня decembrie",
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
    "понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс понеділок",
    "вівторок середа четвер субота неділя luni marți miercuri joi vineri sâmbătă duminică hétfő kedd",
    "szerda csütörtök péntek szombat vasárnap sob niedz pondělí úterý středa čtvrtek pátek neděle po út st čt pá ne",
  ].flatMap((names) => names.split(" ")),
);
/** Words between the parts of a date, such as articles and prepositions. */
const FILLERS = new Set(
  "of the on at de del den der le um à a om kl klo dnia dne v ob uhr el i г года р року în".split(" "),
);

/** The number of a month by its name or its abbreviation in lower case, without a point. */
export const monthNumber = (word: string): number | undefined => MONTHS.get(word);

/** Whether a word in lower case is a weekday, also in Chinese and Japanese. */
export const isWeekday = (word: string): boolean =>
  WEEKDAYS.has(word) || /^[日月火水木金土星期曜周週一二三四五六天]+$/.test(word);

/** Whether a word in lower case can be in a written day in addition to its numbers and its month. */
export const isDayWord = (word: string): boolean => isWeekday(word) || FILLERS.has(word);
