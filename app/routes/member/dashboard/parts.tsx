import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useRef } from "react";
import { useBrowserZone } from "~/browser/use-browser-state";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PassageSource } from "~/components/journal/passage-text";
import { IntentionNames } from "~/components/prayers/intention-names";
import { Banner } from "~/components/ui/banner";
import { Card } from "~/components/ui/card";
import { RECOVERY_CODE_COUNT } from "~/domain/identity/credentials";
import type { Notification } from "~/domain/reminders/reminder";
import type { Passage } from "~/domain/scripture/passages/passage";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Asks for an unknown time zone; script fills in the browser's. */
export function TimezoneForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ timezone: string }>({ id: "zone", lastResult: reply?.lastResult });
  const element = useRef<HTMLFormElement>(null);
  useBrowserZone(element, fields.timezone.name);
  return (
    <Card as="section" className="mt-10">
      <h2 className="mb-1 text-lg font-semibold">{t("Which time zone are you in?")}</h2>
      <p className="mb-5 text-muted">
        <Trans>Until we know your time zone, mornings and evenings follow Universal Time.</Trans>
      </p>
      <PostForm {...getFormProps(form)} ref={element} noValidate className="grid grid-cols-1 gap-5">
        <Field
          meta={fields.timezone}
          label={t("Time zone")}
          hint={t("Type the nearest large city.")}
          autoComplete="off"
          className="max-w-card"
        />
        <div>
          <SubmitButton name="intent" value="zone" variant="quiet" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  );
}

export function LatestInsight({
  weekStart,
  summary,
  className,
}: {
  weekStart: string;
  summary: string;
  className?: string;
}) {
  return (
    <section className={className} aria-labelledby="insight">
      <h2 id="insight" className="mb-2 text-sm text-muted">
        {t("Your week")}
      </h2>
      <p dir="auto" className="max-w-measure font-serif text-lg">
        {summary}
      </p>
      <p className="text-sm">
        <Link to={paths.insightWeek(weekStart)} className="inline-flex min-h-11 items-center">
          {t("Read it")}
        </Link>
      </p>
    </section>
  );
}

/** Unread reminders on the dashboard, which reach members without script too. */
export function ReminderBanner({ reminders }: { reminders: Notification[] }) {
  return reminders.map(({ id, title, message, type }) => (
    <Banner key={id} role="status" title={title} className="mb-6">
      <p>{message}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-6">
        <Link to={paths.reflection(type)} className="inline-flex min-h-11 items-center">
          {type === "morning" ? t("Open the morning reflection") : t("Open the evening reflection")}
        </Link>{" "}
        <PostForm action={paths.notifications()}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="back" value={paths.dashboard()} />
          <button
            type="submit"
            name="intent"
            value="read"
            className="inline-flex min-h-11 items-center text-sm text-muted underline hover:text-ink"
          >
            {t("Mark as read")}
          </button>
        </PostForm>
      </div>
    </Banner>
  ));
}

export function LowRecoveryCodes({ codesLeft, className }: { codesLeft: number; className?: string }) {
  return (
    <Banner title={t("You are running out of recovery codes")} className={className}>
      <p>
        {t("{codesLeft} of {count} left.", { codesLeft, count: RECOVERY_CODE_COUNT })}{" "}
        {t("If you forget your password and have no code, nobody can open your journal.")}{" "}
        <Link to={paths.settingsSecuritySeal()}>{t("Make new codes")}</Link>
      </p>
    </Banner>
  );
}

/** Beginning of today's passage, with a link to the chapter. */
export function PassageExcerpt({
  lines,
  isWhole,
  ...passage
}: Pick<Passage, "reference" | "translation" | "lacking" | "address"> & {
  lines: string[];
  isWhole: boolean;
}) {
  const { language, direction } = passage.translation;
  return (
    <figure>
      <blockquote lang={language} dir={direction} className="scripture border-l-2 border-day pl-5">
        {lines.map((line, at) => (
          <p key={at} className={lines.length > 1 ? "verse-line" : "line-clamp-3"}>
            {line}
          </p>
        ))}
      </blockquote>
      <PassageSource passage={passage} readOn={isWhole ? t("Read on") : t("Read all")} />
    </figure>
  );
}

/** A way that begins within a week. */
export function NextWay({
  id,
  name,
  language,
  when,
  className,
}: {
  id: string;
  name: string;
  language: string;
  when: string;
  className?: string;
}) {
  return (
    <section className={className} aria-labelledby="next-way">
      <h2 id="next-way" className="text-sm text-muted">
        {t("A way for the season")}
      </h2>
      <p className="font-serif text-lg">
        <Link
          to={paths.way(id)}
          lang={language || undefined}
          dir="auto"
          className="inline-flex min-h-11 items-center"
        >
          {name}
        </Link>
      </p>
      <p className="text-sm text-muted">{when}</p>
    </section>
  );
}

/** Shown in the last days of a plan. */
export function PlanEndNote({ plan, day, className }: { plan: string; day: string; className?: string }) {
  return (
    <p className={className}>
      <Trans>
        Your {plan} lasts until the end of {day}. Everything you have written stays yours.{" "}
        <Link to={paths.subscribe()}>See the plans</Link>
      </Trans>
    </p>
  );
}

/** Today's selection of intentions. */
export function TodayIntentions({ held, className }: { held: readonly string[]; className?: string }) {
  return (
    <section className={className} aria-labelledby="held">
      <h2 id="held" className="text-sm text-muted">
        {t("Praying for today")}
      </h2>
      <IntentionNames names={held} className="text-lg" />
      <p className="text-sm">
        <Link to={paths.pray()} className="inline-flex min-h-11 items-center">
          {t("Pray for them now")}
        </Link>
      </p>
    </section>
  );
}
