import type { z } from "zod";

/** An optional field that is ignored if its value is invalid: other programs change their fields without notice. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** ", 2026-11-21" if the record has a day in the field. */
export function formatRawDay(raw: unknown, field: string): string {
  const day = (raw as Record<string, unknown> | null)?.[field];
  return typeof day === "string" && /^\d{4}-\d{2}-\d{2}/.test(day) ? `, ${day.slice(0, 10)}` : "";
}
