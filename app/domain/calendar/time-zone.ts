const zones = Intl.supportedValuesOf("timeZone");
const folded = new Map<string, string>([
  ["utc", "UTC"],
  ["gmt", "UTC"],
]);
for (const zone of zones) folded.set(fold(zone), zone);
// "Berlin" says enough: the last part of a name is the city.
for (const zone of zones) {
  const city = fold(zone.split("/").at(-1) ?? "");
  if (!folded.has(city)) folded.set(city, zone);
}
// Cities that many people would type, and names that the table knows under another spelling.
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
  if (isKnown(zone)) folded.set(city, zone);
}

function fold(text: string): string {
  return text
    .trim()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[\s_]+/g, " ")
    .toLowerCase();
}

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * The IANA zone that a person means: a zone's own name in any spelling, or the name of a city ("new york").
 * Undefined when no zone is known by it.
 */
export function findTimeZone(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const known = folded.get(fold(text));
  if (known) return known;
  // Links like "US/Pacific" are not in the list but are zones all the same.
  const name = text.trim();
  return /^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name) && isKnown(name) ? name : undefined;
}
