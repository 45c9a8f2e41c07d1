const zones = Intl.supportedValuesOf("timeZone");
const zonesByName = new Map<string, string>([
  ["utc", "UTC"],
  ["gmt", "UTC"],
]);
for (const zone of zones) zonesByName.set(fold(zone), zone);
// The last part of a zone name is a city, so "Berlin" is enough.
for (const zone of zones) {
  const city = fold(zone.split("/").at(-1) ?? "");
  if (!zonesByName.has(city)) zonesByName.set(city, zone);
}
// Large cities without a zone of their own, and current spellings of names that ICU lists under the old one.
for (const [city, zone] of Object.entries({
  kolkata: "Asia/Calcutta",
  mumbai: "Asia/Calcutta",
  delhi: "Asia/Calcutta",
  kyiv: "Europe/Kiev",
  "asia/kolkata": "Asia/Calcutta",
  "europe/kyiv": "Europe/Kiev",
  beijing: "Asia/Shanghai",
  munich: "Europe/Berlin",
  hamburg: "Europe/Berlin",
  milan: "Europe/Rome",
  barcelona: "Europe/Madrid",
  geneva: "Europe/Zurich",
  manchester: "Europe/London",
  edinburgh: "Europe/London",
  boston: "America/New_York",
  washington: "America/New_York",
  atlanta: "America/New_York",
  miami: "America/New_York",
  houston: "America/Chicago",
  dallas: "America/Chicago",
  "san francisco": "America/Los_Angeles",
  seattle: "America/Los_Angeles",
  "rio de janeiro": "America/Sao_Paulo",
})) {
  if (isTimeZone(zone)) zonesByName.set(city, zone);
}

function fold(text: string): string {
  return text
    .trim()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[\s_]+/g, " ")
    .toLowerCase();
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The IANA zone for typed text: a zone name in any case, or a city ("new york"). Undefined if there is none. */
export function findTimeZone(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const zone = zonesByName.get(fold(text));
  if (zone) return zone;
  // Aliases such as "US/Pacific" are valid but not listed.
  const name = text.trim();
  return /^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name) && isTimeZone(name) ? name : undefined;
}
