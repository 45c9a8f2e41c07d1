import type { FeastDay } from "~/content/schemas";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { churchDay } from "~/domain/calendar/church-day";
import { calendarChoice, seasonOf, type Season } from "~/domain/calendar/church-year";
import { localMoment } from "~/domain/calendar/local-day";
import { DEFAULT_LOCALE, type Locale } from "~/domain/calendar/locale";
import type { Member } from "~/domain/member/member";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { DEFAULT_LOOK, type Look, type Theme } from "~/domain/member/preferences";
import { failureOf } from "~/domain/operations/failures.server";
import type { Instance } from "~/domain/operations/instance-settings";
import { consumePlanNotice } from "~/domain/plans/changes/grant.server";
import { hasUnread } from "~/domain/reminders/notifications.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { consumeToast, type Toast } from "./cookies.server";
import { currentMember } from "./session.server";

/** The public fields of the signed-in member, for the document's frame. */
type Viewer = Pick<
  Member,
  "id" | "username" | "firstName" | "lastName" | "email" | "isAdmin" | "hasPassword"
>;

/** The origin for link previews and canonical URLs. */
export const publicOrigin: string = env.PUBLIC_ORIGIN;

export type RootData = {
  viewer: Viewer | null;
  theme: Theme;
  look: Look;
  /** The season, which gives the accent colour. */
  season: Season;
  /** The liturgical colour of ornaments in the member's calendar; null when it is turned off. */
  day: FeastDay["colour"] | null;
  locale: Locale;
  house: Instance;
  /** Whether the browser asks to save data, so that fonts and decorative pictures are left out. */
  savesData: boolean;
  /** The current year in the member's time zone. */
  year: string;
};

/** The colours of today in the member's time zone and calendar. */
function coloursOfDay({
  timezone,
  prayer,
  look,
}: Pick<Member, "timezone" | "prayer" | "look">): Pick<RootData, "season" | "day" | "year"> {
  const { date } = localMoment(now(), timezone);
  const year = date.slice(0, 4);
  if (!prayer.showSeason) return { season: "ordinary", day: null, year };
  const { colour } = churchDay(date, calendarChoice(prayer));
  const season = seasonOf(date);
  return {
    // The week after Pentecost is red only in the Lutheran calendar.
    season: season === "pentecost" && colour !== "red" ? "ordinary" : season,
    day: look.withoutDayColour ? null : colour,
    year,
  };
}

/** Without a database the frame is that of an anonymous visitor, so that error pages can still be shown. */
export async function rootData(request: Request): Promise<RootData> {
  const savesData = request.headers.get("Save-Data")?.trim().toLowerCase() === "on";
  const anonymous = (): RootData => ({
    viewer: null,
    savesData,
    theme: "system",
    look: DEFAULT_LOOK,
    ...coloursOfDay({ timezone: "", prayer: DEFAULT_PRAYER, look: DEFAULT_LOOK }),
    locale: DEFAULT_LOCALE,
    house: currentInstance(),
  });
  try {
    const member = await currentMember(request);
    if (!member) return anonymous();
    const { id, username, firstName, lastName, email, isAdmin, hasPassword, theme, look, locale } = member;
    return {
      viewer: { id, username, firstName, lastName, email, isAdmin, hasPassword },
      savesData,
      theme,
      look,
      locale,
      house: currentInstance(),
      ...coloursOfDay(member),
    };
  } catch (error) {
    if (!failureOf(error)) throw error;
    return anonymous();
  }
}

/**
 * The toast of this page. The notice of an ended plan is shown once, on the next page that the member opens; it replaces a
 * pending toast unless that one is an error.
 */
export async function pageToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  const pending = await consumeToast(request);
  if (pending.toast?.tone === "error") return pending;
  try {
    const member = await currentMember(request);
    if (!member?.planDue || /prefetch/.test(request.headers.get("Sec-Purpose") ?? "")) return pending;
    const notice = await consumePlanNotice(member.id);
    return notice ? { ...pending, toast: { ...notice, tone: "info" } } : pending;
  } catch (error) {
    if (!failureOf(error)) throw error;
    return pending;
  }
}

/** The member as the menu of the member area and of administration shows them. */
export function shellData(member: Member) {
  const { username, firstName, lastName, email, isAdmin, subscriptionTier, quickExit } = member;
  return {
    ...{ username, firstName, lastName, email, isAdmin, subscriptionTier },
    hasQuickExit: quickExit,
    hasNews: hasUnread(member),
  };
}
