import { t } from "~/i18n/t";

const BROWSERS: readonly [RegExp, string][] = [
  [/lynx/i, "Lynx"],
  [/w3m/i, "w3m"],
  [/edg(e|a|ios)?\//i, "Edge"],
  [/opr\/|opera/i, "Opera"],
  [/samsungbrowser/i, "Samsung Internet"],
  [/firefox|fxios/i, "Firefox"],
  [/chrome|chromium|crios/i, "Chrome"],
  [/safari/i, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/android/i, "Android"],
  [/iphone|ipad|ipod/i, "iOS"],
  [/windows/i, "Windows"],
  [/mac os x|macintosh/i, "macOS"],
  [/cros/i, "ChromeOS"],
  [/linux|x11/i, "Linux"],
];

/** A short description of a browser for the list of sessions, chosen from fixed words. */
export function deviceName(userAgent: string): string {
  const pick = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = pick(BROWSERS) ?? t("A browser");
  const system = pick(SYSTEMS);
  return system ? t("{browser} on {system}", { browser, system }) : browser;
}
