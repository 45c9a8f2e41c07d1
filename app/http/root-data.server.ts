import type { FeastDay } from "~/content/schemas";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { churchDay } from "~/domain/calendar/church-day";
import { seasonOf, type Season } from "~/domain/calendar/church-year";
import { localMoment } from "~/domain/calendar/local-day";
import { DEFAULT_LOCALE, type Locale } from "~/domain/calendar/locale";
import { calendarChoice } from "~/domain/calendar/traditions";
import type { Member } from "~/domain/member/member";
import { DEFAULT_PRAYER } from "~/domain/member/prayer-settings";
import { DEFAULT_LOOK, type Look, type Theme } from "~/domain/member/preferences";
import { failureOf } from "~/domain/operations/failures.server";
import type { Instance } from "~/domain/operations/instance-settings";
import { consumePlanNotice } from "~/domain/plans/changes/grant.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { consumeToast, type Toast } from "./cookies.server";
import { currentMember } from "./session.server";

/** The signed-in person as the document's frame shows them: public fields only. */
type Viewer = Pick<
  Member,
  "id" | "username" | "firstName" | "lastName" | "email" | "isAdmin" | "hasPassword"
>;

/** The address that people type, for what other sites show when someone links to a page. */
export const publicOrigin: string = env.PUBLIC_ORIGIN;

export type RootData = {
  viewer: Viewer | null;
  theme: Theme;
  look: Look;
  /** The season that gives the accent: what one presses and reads wears it, what adorns the colour of the day. */
  season: Season;
  /** The colour of the day in the person's calendar; null where it is left out. */
  day: FeastDay["colour"] | null;
  locale: Locale;
  house: Instance;
  /** The year that it is where the reader is. */
  year: string;
};

/** What the house wears today, by the calendar on the person's own wall. */
function worn({
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
    // The week after Pentecost is red to Lutherans alone.
    season: season === "pentecost" && colour !== "red" ? "ordinary" : season,
    day: look.withoutDayColour ? null : colour,
    year,
  };
}

/** With the database away the frame is that of a stranger, so that error pages can still be shown. */
export async function rootData(request: Request): Promise<RootData> {
  const stranger = (): RootData => ({
    viewer: null,
    theme: "system",
    look: DEFAULT_LOOK,
    ...worn({ timezone: "", prayer: DEFAULT_PRAYER, look: DEFAULT_LOOK }),
    locale: DEFAULT_LOCALE,
    house: currentInstance(),
  });
  try {
    const member = await currentMember(request);
    if (!member) return stranger();
    const { id, username, firstName, lastName, email, isAdmin, hasPassword, theme, look, locale } = member;
    return {
      viewer: { id, username, firstName, lastName, email, isAdmin, hasPassword },
      theme,
      look,
      locale,
      house: currentInstance(),
      ...worn(member),
    };
  } catch (error) {
    if (!failureOf(error)) throw error;
    return stranger();
  }
}

/**
 * The message that this page shows. That a plan has ended is said once, on the next page they open.
 * Of two messages the newer one wins, because one toast is shown at a time, but never over one that says what failed.
 */
export async function pageToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  const waiting = await consumeToast(request);
  if (waiting.toast?.tone === "error") return waiting;
  try {
    const member = await currentMember(request);
    if (!member?.planDue || /prefetch/.test(request.headers.get("Sec-Purpose") ?? "")) return waiting;
    const notice = await consumePlanNotice(member.id);
    return notice ? { ...waiting, toast: { ...notice, tone: "info" } } : waiting;
  } catch (error) {
    if (!failureOf(error)) throw error;
    return waiting;
  }
}
