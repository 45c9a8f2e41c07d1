import { Link } from "@remix-run/react";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { TitledSection } from "~/components/ui/titled-section";
import { WEEKDAYS } from "~/domain/calendar/locale";
import {
  REMINDER_CHANNELS,
  REMINDER_KINDS,
  REMINDERS,
  type ReminderChoice,
  type ReminderKind,
} from "~/domain/member/preferences";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

function ReminderCheckbox({ name, value = "on", label, hint, ticked }: ReminderCheckboxProps) {
  const id = `${name}-${value}`;
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={ticked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-2.5 shrink-0"
      />
      <div className="flex-1">
        <label htmlFor={id} className="block min-h-11 py-2.5 leading-snug">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="-mt-1 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
type ReminderCheckboxProps = { name: string; value?: string; label: string; hint?: string; ticked: boolean };

type ChoiceFormProps = { choice: Omit<ReminderChoice, "push">; times: Record<ReminderKind, string> };

export function ChoiceForm({ choice, times }: ChoiceFormProps) {
  // Weekdays from Monday on; 0 is Sunday.
  const days = [1, 2, 3, 4, 5, 6, 0];
  return (
    <PostForm className="grid grid-cols-1 gap-8">
      <fieldset>
        <legend className="mb-1 text-xl">{t("What to be reminded of")}</legend>
        {REMINDER_KINDS.map((kind) => (
          <ReminderCheckbox
            key={kind}
            name={kind}
            ticked={choice[kind]}
            label={REMINDERS[kind].label(times[kind])}
            hint={REMINDERS[kind].hint}
          />
        ))}
        <p className="mt-2 text-sm text-muted">
          <Trans>
            Set the times in <Link to={paths.settingsPrayer()}>Prayer</Link>. You are not reminded of a
            reflection you have already written.
          </Trans>
        </p>
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-xl">{t("How")}</legend>
        {REMINDER_CHANNELS.map((channel) => (
          <ReminderCheckbox
            key={channel}
            name={channel}
            ticked={choice[channel]}
            label={REMINDERS[channel].label}
            hint={REMINDERS[channel].hint}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-xl">{t("Quiet days")}</legend>
        <p className="text-sm text-muted">
          <Trans>
            No reminders on these days, on your day of rest, or during a pause (see{" "}
            <Link to={paths.rhythm()}>Your rhythm</Link>).
          </Trans>
        </p>
        <div className="mt-1 grid grid-cols-2 gap-x-6 sm:grid-cols-4">
          {days.map((day) => (
            <ReminderCheckbox
              key={day}
              name="quietDays"
              value={String(day)}
              label={WEEKDAYS[day] ?? ""}
              ticked={choice.quietDays.includes(day)}
            />
          ))}
        </div>
      </fieldset>
      <div>
        <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </div>
    </PostForm>
  );
}

export function CalendarPart({ address }: { address: string | null }) {
  return (
    <TitledSection
      id="calendar"
      title={t("In your calendar")}
      className="grid grid-cols-1 gap-4"
      titleClass="text-xl"
    >
      <p className="max-w-measure text-muted">
        <Trans>
          Your morning and evening as events any calendar can subscribe to, with the season of the church year
          in their titles. They follow you: 06:00 is 06:00 wherever you are.
        </Trans>
      </p>
      {address && (
        <>
          <div>
            <label htmlFor="address" className="mb-1.5 block font-medium">
              {t("Your feed’s address")}
            </label>
            <input id="address" readOnly dir="auto" value={address} className="control font-mono text-sm" />
            <p className="mt-1.5 text-sm text-muted">
              <Trans>
                Anyone with this address can see your times, and nothing else. In your calendar, look for
                “subscribe” or “add calendar by URL”.
              </Trans>
            </p>
          </div>
          <p>
            <a href={address.replace(/^https?:/, "webcal:")}>{t("Open it in this device’s calendar")}</a>
          </p>
        </>
      )}
      <PostForm className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="calendar" variant="quiet">
          {address ? t("Create a new address") : t("Create an address")}
        </SubmitButton>
        {address && (
          <SubmitButton name="intent" value="no-calendar" variant="danger">
            {t("Turn the feed off")}
          </SubmitButton>
        )}
      </PostForm>
    </TitledSection>
  );
}

export function TestPart({ ways }: { ways: string[] }) {
  return (
    <TitledSection id="test" title={t("Try it")} className="grid grid-cols-1 gap-4" titleClass="text-xl">
      <p className="text-muted">
        {ways.length > 0
          ? t("A test is sent {ways}.", { ways: ways.join(" and ") })
          : t("A test appears on this page; email and devices are off.")}
      </p>
      <PostForm>
        <SubmitButton name="intent" value="test" variant="quiet" pendingText={t("Sending…")}>
          {t("Send me a test")}
        </SubmitButton>
      </PostForm>
    </TitledSection>
  );
}
