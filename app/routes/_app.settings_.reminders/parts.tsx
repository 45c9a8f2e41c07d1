import { Form, Link } from "@remix-run/react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Sentence } from "~/components/ui/sentence";
import { WEEKDAYS } from "~/words/journal/weekdays";
import { remindersWords } from "~/words/settings/reminders";

type Choice = { morning: boolean; evening: boolean; inApp: boolean; email: boolean; quietDays: number[] };

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
        <legend className="mb-1 text-xl">{remindersWords.whatToBeRemindedOf}</legend>
        <Tick
          name="morning"
          ticked={choice.morning}
          label={remindersWords.theMorningReflectionAt({ morning: times.morning })}
          hint={remindersWords.remindersOfTheMorningCome}
        />
        <Tick
          name="evening"
          ticked={choice.evening}
          label={remindersWords.theEveningReflectionAt({ evening: times.evening })}
        />
        <p className="mt-2 text-sm text-muted">
          <Sentence
            text={remindersWords.theTimesStandUnderPrayer}
            parts={{ prayer: (text) => <Link to="/settings/prayer">{text}</Link> }}
          />
        </p>
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-xl">{remindersWords.how}</legend>
        <Tick
          name="inApp"
          ticked={choice.inApp}
          label={remindersWords.onThePageThatIsOpen}
          hint={remindersWords.onThePageThatIsOpenHint}
        />
        <Tick
          name="email"
          ticked={choice.email}
          label={remindersWords.byMail}
          hint={remindersWords.byMailHint}
        />
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-xl">{remindersWords.quietDays}</legend>
        <p className="text-sm text-muted">
          <Sentence
            text={remindersWords.noRemindersOnTheseDays}
            parts={{ rhythm: (text) => <Link to="/journal/rhythm">{text}</Link> }}
          />
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
        <SubmitButton name="intent" value="save" pendingText={remindersWords.saveBusy}>
          {remindersWords.save}
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
        {remindersWords.inYourCalendar}
      </h2>
      <p className="max-w-measure text-muted">{remindersWords.yourMorningAndEvening}</p>
      {address && (
        <>
          <div>
            <label htmlFor="address" className="mb-1.5 block font-medium">
              {remindersWords.addressOfYourFeed}
            </label>
            <input id="address" readOnly value={address} className="control font-mono text-sm" />
            <p className="mt-1.5 text-sm text-muted">{remindersWords.whoeverHasThisAddressSees}</p>
          </div>
          <p>
            <a href={address.replace(/^https?:/, "webcal:")}>{remindersWords.openItInThisDevicesCalendar}</a>
          </p>
        </>
      )}
      <Form method="post" className="flex flex-wrap gap-3">
        <FormProtection />
        <SubmitButton name="intent" value="calendar" variant="quiet">
          {address ? remindersWords.makeANewAddress : remindersWords.makeAnAddress}
        </SubmitButton>
        {address && (
          <SubmitButton name="intent" value="no-calendar" variant="danger">
            {remindersWords.turnTheFeedOff}
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
        {remindersWords.tryIt}
      </h2>
      <p className="text-muted">
        {ways.length > 0
          ? remindersWords.aTestGoesWays({ ways: ways.join(" and ") })
          : remindersWords.aTestAppearsOnThisPage}
      </p>
      <Form method="post">
        <FormProtection />
        <SubmitButton name="intent" value="test" variant="quiet" pendingText={remindersWords.sendMeATestBusy}>
          {remindersWords.sendMeATest}
        </SubmitButton>
      </Form>
    </section>
  );
}
