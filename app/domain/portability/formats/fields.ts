import type { z } from "zod";

/** An optional field that is ignored if its value is invalid: other programs change their fields without notice. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** ", 2026-11-21" if the record has a day in the field. */
export function formatRawDay(raw: unknown, field: string): string {
  const day = (raw as Record<string, unknown> | null)?.[field];
  return typeof day === "string" && /^\d{4}-\d{2}-\d{2}/.test(day) ? `, ${day.slice(0, 10)}` : "";
}

/** Keys whose texts are no words of a writer. */
const TECHNICAL_KEY = /^(?:id|uuid|type|kind|date|time|url|color|icon)$|(?:Id|Uuid|Type|Date|Time|At|Url)$/;

/** All texts in a value of an unknown shape, so that an import loses no words. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === "string") return value.trim() ? [value.trim()] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === "string" && TECHNICAL_KEY.test(key) ? [] : textsWithin(part),
  );
}
