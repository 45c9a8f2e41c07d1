import { useEffect, useState } from "react";
import { t } from "~/i18n/t";

const RADIUS = 70;
const ROUND = 2 * Math.PI * RADIUS;
const RING = { cx: "80", cy: "80", r: RADIUS, fill: "none", stroke: "currentColor" };

/** Minutes that are left, rounded up: a number that changes once a minute does not disturb. */
const inWords = (left: number) => {
  const minutes = Math.ceil(left / 60);
  return minutes === 1 ? t("less than a minute left") : t("about {minutes} minutes left", { minutes });
};

/**
 * A ring that closes while it is quiet. The picture runs without script; script says how long it still is, and
 * ends softly on the page instead of going to another.
 */
export function SilenceRing({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    const timer = window.setInterval(tick, 1000);
    return () => window.clearInterval(timer);
  }, [seconds]);
  const over = left === 0;
  return (
    <div className="text-center">
      <svg viewBox="0 0 160 160" aria-hidden className="mx-auto h-40 w-40 text-accent">
        <circle {...RING} strokeOpacity="0.2" strokeWidth="2" />
        <circle
          {...RING}
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND}
          transform="rotate(-90 80 80)"
        >
          <animate
            attributeName="stroke-dashoffset"
            from={ROUND}
            to={0}
            dur={`${seconds}s`}
            begin="0s"
            fill="freeze"
          />
        </circle>
        <circle
          cx="80"
          cy="80"
          r={over ? 10 : 4}
          fill="currentColor"
          className="transition-all duration-150"
        />
      </svg>
      <p role="status" className="mt-4 text-muted">
        {over ? t("The silence is over. Come back gently.") : ""}
      </p>
      <p className="text-sm text-muted">{left !== null && !over ? inWords(left) : ""}</p>
    </div>
  );
}
