import { houseChoices } from "~/domain/house/house-now.server";
import { dayOn } from "./way-days";
import { nearness } from "./way-season";
import { wayNamed, waysOffered } from "./ways-offered.state";

/** The way that this house prays together, as everyone is told of it; null where it prays no way together, or its file is gone. */
export function sharedWay(date: string) {
  const { sharedWay: id } = houseChoices();
  const way = wayNamed(id);
  if (!way) return null;
  const { name, language } = way;
  return { id, name, language, when: nearness(way, date).words };
}

/** Its day for a date, to be shown without an account; null where the house does not want that, or the way has no such day. */
export function sharedDay(date: string) {
  const { sharedWay: id, wayOnToday } = houseChoices();
  const way = wayOnToday === "on" ? wayNamed(id) : undefined;
  const at = way && dayOn(way, date);
  const day = at === undefined ? undefined : way?.days[at - 1];
  if (!way || !day) return null;
  const { title, passage, point, questions } = day;
  return { way: way.name, language: way.language, title, passage, point, questions };
}

/** What can be chosen. */
export const waysToShare = () => waysOffered().map(([id, { name }]) => ({ id, name }));
