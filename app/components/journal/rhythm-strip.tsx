import { Link } from "~/components/ui/link";
import type { RhythmDay, RhythmState } from "~/domain/journal/rhythm/rhythm";
import { t } from "~/i18n/t";

const STEP = 16;
/** A little more room after each week. */
const WEEK_GAP = 8;

/** The last 28 days as dots, for the eye and without a number; the page behind them has the words. */
export function RhythmStrip({ days }: { days: RhythmDay[] }) {
  return (
    <div>
      <p className="mb-3">
        <Link to="/journal/rhythm" className="text-sm">
          {t("The last four weeks")}
        </Link>
      </p>
      <RhythmDots days={days} />
    </div>
  );
}

export function RhythmDots({ days }: { days: RhythmDay[] }) {
  const width = days.length * STEP + (Math.ceil(days.length / 7) - 1) * WEEK_GAP;
  return (
    <svg viewBox={`0 0 ${width} ${STEP}`} aria-hidden="true" className="w-full max-w-page text-accent">
      {days.map(({ date, state }, at) => (
        <Dot key={date} state={state} x={at * STEP + Math.floor(at / 7) * WEEK_GAP + STEP / 2} />
      ))}
    </svg>
  );
}

function Dot({ state, x }: { state: RhythmState; x: number }) {
  const y = STEP / 2;
  switch (state) {
    case "kept":
      return <circle cx={x} cy={y} r="5" fill="currentColor" />;
    case "open":
      return (
        <circle
          cx={x}
          cy={y}
          r="4.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeDasharray="2 2"
        />
      );
    case "rest":
    case "paused":
      return <path d={`M${x - 4} ${y}h8`} className="text-muted" stroke="currentColor" strokeWidth="1.5" />;
    case "quiet":
      return <circle cx={x} cy={y} r="1.75" className="text-edge" fill="currentColor" />;
  }
}

const KEY: [RhythmState, string][] = [
  ["kept", t("A day with an entry")],
  ["open", t("A day that is still open")],
  ["rest", t("A day of rest or pause")],
  ["quiet", t("A day without an entry")],
];

/** What the dots mean. */
export function RhythmKey() {
  return (
    <ul aria-label={t("Signs")} className="space-y-2">
      {KEY.map(([state, name]) => (
        <li key={state} className="flex items-center gap-3">
          <svg
            width="20"
            height="20"
            viewBox={`0 0 ${STEP} ${STEP}`}
            aria-hidden="true"
            className="text-accent"
          >
            <Dot state={state} x={STEP / 2} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
