import type { Ref } from "react";
import { useInstance } from "~/components/layout/use-instance";
import GUIDE_TEXTS from "~/content/guides.yaml";
import { guideStep, stepCount, type GuideKey } from "~/domain/accounts/onboarding/guides";

type Props = {
  guide: GuideKey;
  /** Counted from 1. */
  step: number;
  as: "h1" | "h2";
  headingId: string;
  headingRef?: Ref<HTMLHeadingElement>;
};

/** Text of one step, shared by the dialog and the guide's own page. */
export function GuideStepText({ guide, step, as: Heading, headingId, headingRef }: Props) {
  const texts = GUIDE_TEXTS[guide];
  const content = guideStep(texts, step, useInstance().isOpen);
  if (!content) return null;
  return (
    <>
      <p className="text-sm text-muted">{stepCount(step, texts.steps.length)}</p>
      <Heading
        id={headingId}
        ref={headingRef}
        tabIndex={-1}
        className="mt-1 text-2xl font-medium tracking-tight"
      >
        {content.title}
      </Heading>
      <div aria-hidden="true" className="mt-4 h-0.5 w-10 bg-day" />
      <div className="mt-5 space-y-4">
        {content.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {content.movements && (
          <dl className="space-y-3">
            {content.movements.map(({ name, meaning }) => (
              <div key={name} className="border-l-2 border-day pl-4">
                <dt className="movement text-accent">{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </>
  );
}
