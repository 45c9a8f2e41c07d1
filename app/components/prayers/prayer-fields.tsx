import type { FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { INTENTION_LIMITS } from "~/domain/journal/prayers/intention";
import type { Recurrence } from "~/domain/journal/prayers/recurrence";
import { t } from "~/i18n/t";

export type PrayerValues = {
  name: string;
  line: string;
  rhythm: string;
  weekdays: string[];
  until: string;
  day: string;
  dayOnly: string;
};
export type PrayerMetas = {
  [K in keyof PrayerValues]: FieldMetadata<PrayerValues[K], Record<string, unknown>>;
};

/** An intention in the fields of its form. */
export function valuesOf({ name, line, rhythm }: { name: string; line: string; rhythm: Recurrence }) {
  return {
    name,
    line,
    rhythm: rhythm.kind,
    weekdays: rhythm.kind === "weekdays" ? rhythm.weekdays.map(String) : [],
    until: rhythm.kind === "until" ? rhythm.until : "",
    day: rhythm.kind === "yearly" ? rhythm.day : "",
    dayOnly: rhythm.kind === "yearly" && rhythm.dayOnly ? "on" : "",
  };
}

/** Whom or what, and a line under it. */
export function NameFields({ fields }: { fields: Pick<PrayerMetas, "name" | "line"> }) {
  return (
    <>
      <Field
        meta={fields.name}
        label={t("Whom or what do you hold in prayer?")}
        autoComplete="off"
        maxLength={INTENTION_LIMITS.name}
      />
      <Field
        meta={fields.line}
        label={t("A line under it")}
        hint={t("Optional.")}
        autoComplete="off"
        maxLength={INTENTION_LIMITS.line}
      />
    </>
  );
}
