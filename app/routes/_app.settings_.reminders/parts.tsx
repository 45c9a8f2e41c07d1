import { Form, Link } from "@remix-run/react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";

type Choice = { morning: boolean; evening: boolean; inApp: boolean; email: boolean; quietDays: number[] };

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function Tick({ name, value = "on", label, hint, ticked }: TickProps) {
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
type TickProps = { name: string; value?: string; label: string; hint?: string; ticked: boolean };

/** Which reminders, by which ways, on which days. */
export function ChoiceForm({
  choice,
  times,
}: {
  choice: Choice;
  times: { morning: string; evening: string };
}) {
  // The week as most people here read it, from Monday on.
  const days = [1, 2, 3, 4, 5, 6, 0];
  return (
    <Form method="post" className="grid grid-cols-1 gap-8">
      <FormProtection />
      <fieldset>
        <legend className="mb-1 text-xl">What to be reminded of</legend>
        <Tick
          name="morning"
          ticked={choice.morning}
          label={`The morning reflection, at ${times.morning}`}
          hint="Reminders of the morning come between 03:00 and 16:00."
        />
        <Tick name="evening" ticked={choice.evening} label={`The evening reflection, at ${times.evening}`} />
        <p className="mt-2 text-sm text-muted">
          The times stand under <Link to="/settings/prayer">Prayer</Link>. Whatever you have written already,
          you are not reminded of.
        </p>
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-xl">How</legend>
        <Tick
          name="inApp"
          ticked={choice.inApp}
          label="On the page that is open"
          hint="A short message, once each, and a line on the dashboard."
        />
        <Tick
          name="email"
          ticked={choice.email}
          label="By mail"
          hint="One line and a link, nothing of what you have written. Every mail has a link that ends them."
        />
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-xl">Quiet days</legend>
        <p className="text-sm text-muted">
          No reminders on these days, nor on your day of rest and in a pause (see{" "}
          <Link to="/journal/rhythm">Your rhythm</Link>).
        </p>
        <div className="mt-1 grid grid-cols-2 gap-x-6 sm:grid-cols-4">
          {days.map((day) => (
            <Tick
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
        <SubmitButton name="intent" value="save" pendingText="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The calendar feed and its address. */
export function CalendarPart({ address }: { address: string | null }) {
  return (
    <section aria-labelledby="calendar" className="grid grid-cols-1 gap-4">
      <h2 id="calendar" className="text-xl">
        In your calendar
      </h2>
      <p className="max-w-measure text-muted">
        Your morning and evening as events that any calendar can subscribe to, with the season of the Church’s
        year in their titles. They follow you: 06:00 is 06:00 wherever you are.
      </p>
      {address && (
        <>
          <div>
            <label htmlFor="address" className="mb-1.5 block font-medium">
              Address of your feed
            </label>
            <input id="address" readOnly value={address} className="control font-mono text-sm" />
            <p className="mt-1.5 text-sm text-muted">
              Whoever has this address sees your times, and nothing else. In your calendar, look for
              “subscribe” or “add calendar from address”.
            </p>
          </div>
          <p>
            <a href={address.replace(/^https?:/, "webcal:")}>Open it in this device’s calendar</a>
          </p>
        </>
      )}
      <Form method="post" className="flex flex-wrap gap-3">
        <FormProtection />
        <SubmitButton name="intent" value="calendar" variant="quiet">
          {address ? "Make a new address" : "Make an address"}
        </SubmitButton>
        {address && (
          <SubmitButton name="intent" value="no-calendar" variant="danger">
            Turn the feed off
          </SubmitButton>
        )}
      </Form>
    </section>
  );
}

/** "Send me a test": by the ways that are on. */
export function TestPart({ ways }: { ways: string[] }) {
  return (
    <section aria-labelledby="test" className="grid grid-cols-1 gap-4">
      <h2 id="test" className="text-xl">
        Try it
      </h2>
      <p className="text-muted">
        {ways.length > 0
          ? `A test goes ${ways.join(" and ")}.`
          : "A test appears on this page; mail and devices are off."}
      </p>
      <Form method="post">
        <FormProtection />
        <SubmitButton name="intent" value="test" variant="quiet" pendingText="Sending...">
          Send me a test
        </SubmitButton>
      </Form>
    </section>
  );
}
