import { Link } from "@remix-run/react";
import type { RhythmState } from "~/domain/journal/rhythm/rhythm.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const STEP = 16;
/** Additional gap after each week. */
const WEEK_GAP = 8;

/** The last 28 days as dots, without a count; linked to the rhythm page, which says the same in words. */
export function RhythmStrip({ days }: { days: RhythmState[] }) {
  return (
    <div>
      <p className="mb-1 text-sm">
        <Link to={paths.rhythm()} className="inline-flex min-h-11 items-center">
          {t("The last four weeks")}
        </Link>
      </p>
      <RhythmDots days={days} />
    </div>
  );
}

/** Dots from the oldest day to today, drawn with one SVG path per state. */
export function RhythmDots({ days }: { days: RhythmState[] }) {
  const width = days.length * STEP + (Math.ceil(days.length / 7) - 1) * WEEK_GAP;
  const offsetsOf = (state: RhythmState) =>
    days.flatMap((of, at) => (of === state ? [at * STEP + Math.floor(at / 7) * WEEK_GAP] : []));
  return (
    <svg viewBox={`0 0 ${width} ${STEP}`} aria-hidden="true" className="w-full max-w-page text-accent">
      {[...new Set(days)].map((state) => (
        <Dots key={state} state={state} xs={offsetsOf(state)} />
      ))}
    </svg>
  );
}

/** A zero-length line with a round cap draws a dot. */
const DOTS = { kept: { width: 10, className: undefined }, quiet: { width: 3.5, className: "text-edge" } };

/** @param props.xs left edges of the days */
function Dots({ state, xs }: { state: RhythmState; xs: number[] }) {
  const from = (dx: number, line: string) => xs.map((x) => `M${x + dx} ${STEP / 2}${line}`).join("");
  switch (state) {
    case "kept":
    case "quiet":
      return (
        <path
          d={from(STEP / 2, "h.01")}
          className={DOTS[state].className}
          stroke="currentColor"
          strokeWidth={DOTS[state].width}
          strokeLinecap="round"
        />
      );
    case "open":
      return (
        <path
          d={from(3.5, "a4.5 4.5 0 1 1 0 .01")}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeDasharray="2 2"
        />
      );
    case "rest":
    case "paused":
      return <path d={from(4, "h8")} className="text-muted" stroke="currentColor" strokeWidth="1.5" />;
  }
}

const KEY: [RhythmState, string][] = [
  ["kept", t("A day with an entry")],
  ["open", t("Today, still open")],
  ["rest", t("A day of rest or pause")],
  ["quiet", t("A day without an entry")],
];

/** The dots in words, for screen readers. */
export function RhythmList({ days }: { days: { name: string; state: RhythmState }[] }) {
  const names = new Map(KEY);
  return (
    <ol className="sr-only">
      {days.map(({ name, state }) => (
        <li key={name}>{`${name}: ${names.get(state === "paused" ? "rest" : state)}`}</li>
      ))}
    </ol>
  );
}

/** Legend of the dots. */
export function RhythmKey() {
  return (
    <ul aria-label={t("Key")} className="space-y-2">
      {KEY.map(([state, name]) => (
        <li key={state} className="flex items-center gap-3">
          <svg
            width="20"
            height="20"
            viewBox={`0 0 ${STEP} ${STEP}`}
            aria-hidden="true"
            className="text-accent"
          >
            <Dots state={state} xs={[0]} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
