import type { Answer } from "~/domain/journal/entries/content";
import {
  WAY_ANSWERS,
  type AnswerKey,
  type Flow,
  type FlowWay,
} from "~/domain/journal/prompt-sets/prompt-set";
import type { DaySlot } from "~/domain/member/prayer-times";
import type { PlaceOnWay, Way } from "~/domain/ways/way";

/** Whether a field is for a question of a way. */
export const isOfWay = (key: AnswerKey) => WAY_ANSWERS.some((wayKey) => wayKey === key);

const PREFIX = "way";

/** The variant field of a form for a day of a way. */
export const wayVariant = ({ id, day }: PlaceOnWay): string => `${PREFIX} ${id} ${day}`;

/** Parses the variant of a form or a URL; undefined if it is not one of a way. */
export function parseWayVariant(variant: string | undefined): { id: string; day: number } | undefined {
  const [, id, day] = /^way ([a-z0-9][a-z0-9-]{0,59}) (\d{1,3})$/.exec(variant ?? "") ?? [];
  return id === undefined ? undefined : { id, day: Number(day) };
}

/** The flow of a way's day; undefined if the way has no such day. */
export function wayFlow(slot: DaySlot, forDate: string, id: string, way: Way, day: number): Flow | undefined {
  const wayDay = way.days[day - 1];
  if (!wayDay) return undefined;
  const { title, passage, point, questions, closing, writer } = wayDay;
  const about = { point, closing, writer: writer || way.by, language: way.language };
  const fields = questions.flatMap((label, at) => {
    const key = WAY_ANSWERS[at];
    return key ? [{ key, label }] : [];
  });
  return flowOf(slot, forDate, { ...about, id, name: way.name, day, title }, passage, fields);
}

/** The flow of a draft whose way no longer exists, with the questions that it answers. */
export function orphanedWayFlow(
  slot: DaySlot,
  forDate: string,
  place: PlaceOnWay,
  { passageRef, answers }: { passageRef: string; answers: readonly Answer[] },
): Flow {
  const fields = WAY_ANSWERS.flatMap((key) =>
    answers.filter((answer) => answer.key === key).map(({ question }) => ({ key, label: question })),
  );
  const way = { ...place, point: "", closing: "", writer: "", language: "" };
  return flowOf(slot, forDate, way, passageRef, fields);
}

const flowOf = (
  slot: DaySlot,
  forDate: string,
  way: FlowWay,
  passageRef: string,
  fields: Flow["fields"],
): Flow => ({
  promptSet: "way",
  kind: "habit",
  slot,
  forDate,
  title: way.title,
  passageRef,
  promptIds: [],
  steps: [],
  fields,
  way,
});

/** The fields of a way's day that an entry stores. */
export const placeOnWay = ({ id, name, day, title }: PlaceOnWay): PlaceOnWay => ({ id, name, day, title });
