import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PassageText } from "~/components/journal/passage-text";
import { Button, ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { silenceMinutes } from "~/domain/journal/prompt-sets/lectio-questions";
import { readSlot } from "~/domain/journal/reflection/reflection.server";
import { currentDayFor } from "~/domain/member/current-member.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { memberLoader } from "~/http/guards.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";

const RADIUS = 70;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const RING = { cx: "80", cy: "80", r: RADIUS, fill: "none", stroke: "currentColor" };

/** Describes the remaining seconds in minutes, rounded up, so that the text changes only once a minute. */
const describeRemaining = (left: number) => {
  const minutes = Math.ceil(left / 60);
  return minutes === 1 ? t("less than a minute left") : t("about {minutes} minutes left", { minutes });
};

/**
 * A ring that closes during the silence. The animation runs without script; script adds the remaining time, and announces the
 * end in place instead of by a redirect.
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
      <svg viewBox="0 0 160 160" width="160" height="160" aria-hidden className="mx-auto text-accent">
        <circle {...RING} strokeOpacity="0.2" strokeWidth="2" />
        <circle
          {...RING}
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE}
          transform="rotate(-90 80 80)"
        >
          <animate
            attributeName="stroke-dashoffset"
            from={CIRCUMFERENCE}
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
        {over ? t("The silence has ended. Come back gently.") : ""}
      </p>
      <p className="text-sm text-muted">{left !== null && !over ? describeRemaining(left) : ""}</p>
    </div>
  );
}

export const meta: MetaFunction = () => [{ title: t("Silence · Still and Know") }];

const BACK = {
  step: { to: paths.reflection("morning", { step: "contemplatio" }), label: t("Back to the reflection") },
  all: {
    to: `${paths.reflection("morning", { all: "1" })}#contemplatio`,
    label: t("Back to the reflection"),
  },
  none: { to: paths.journal(), label: t("Go to the journal") },
} as const;

/** Parses minutes, clamped to 1 to 20; 0 without a number, then the page shows a choice. */
function minutesOf(text: string | null): number {
  if (text === null || !/^\d{1,4}$/.test(text)) return 0;
  return Math.min(20, Math.max(1, Number(text)));
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const query = url.searchParams;
    const minutes = minutesOf(query.get("minutes"));
    const back = query.get("back") === "step" ? "step" : query.get("back") === "all" ? "all" : "none";
    const day = currentDayFor(member, "morning");
    const { draft } = await readSlot(member, "morning", day);
    return {
      minutes,
      proposed: silenceMinutes(member.prayer.length),
      back: BACK[back],
      word: draft?.content.answers.find(({ key }) => key === "wordKept")?.text.trim() ?? "",
      passage: findPassage("Psalm 46:10", member.prayer.translation) ?? null,
      ended: query.get("end") === "1",
      // Without script, the page refreshes to this path at the end.
      end: paths.silence({ minutes, back, end: "1" }),
    };
  });

export default function SilencePage() {
  const { minutes, proposed, back, word, passage, ended, end } = useLoaderData<typeof loader>();
  if (minutes === 0 || ended) return <Beginning ended={ended} back={back} proposed={proposed} />;
  return (
    <>
      <PageHeading title={t("Silence")} eyebrow={tn("{count} minute", "{count} minutes", minutes)} />
      <noscript>
        <meta httpEquiv="refresh" content={`${minutes * 60};url=${end}`} />
      </noscript>
      <SilenceRing key={minutes} seconds={minutes * 60} />
      <details open className="group mt-10 text-center">
        <summary className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
          <span className="hidden group-open:inline">{t("Hide the text")}</span>{" "}
          <span className="group-open:hidden">{t("Show the text")}</span>
        </summary>
        {word ? (
          <p dir="auto" className="mx-auto mt-4 max-w-measure font-serif text-2xl leading-snug">
            {word}
          </p>
        ) : (
          passage && <PassageText passage={passage} className="mx-auto mt-4 max-w-measure text-left" />
        )}
      </details>
      <p className="mt-10 text-center">
        <ButtonLink to={back.to} variant="quiet">
          {back.label}
        </ButtonLink>
      </p>
    </>
  );
}

type BeginningProps = { ended: boolean; back: { to: string; label: string }; proposed: number };

function Beginning({ ended, back, proposed }: BeginningProps) {
  return (
    <>
      <PageHeading
        title={ended ? t("The silence has ended") : t("Silence")}
        intro={
          ended
            ? t("Come back gently. There is no hurry.")
            : t("Sit comfortably, feet on the floor, and be still.")
        }
      />
      {ended && (
        <p className="mb-12">
          <ButtonLink to={back.to}>{back.label}</ButtonLink>
        </p>
      )}
      <Form method="get" action={paths.silence()} className="flex flex-wrap items-end gap-4">
        <div>
          <label htmlFor="minutes" className="mb-1.5 block font-medium">
            {ended ? t("Another silence, in minutes") : t("Minutes")}
          </label>
          <input
            id="minutes"
            name="minutes"
            type="number"
            inputMode="numeric"
            min={1}
            max={20}
            defaultValue={proposed}
            required
            className="control max-w-card"
          />
        </div>
        <Button type="submit" variant={ended ? "quiet" : "primary"}>
          {t("Begin the silence")}
        </Button>
      </Form>
    </>
  );
}
