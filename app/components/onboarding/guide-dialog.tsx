import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import GUIDE_TEXTS from "~/content/guides.yaml";
import type { GuideKey } from "~/domain/accounts/onboarding/guides";
import { GuideStepText } from "./guide-step";

/**
 * Guide as a modal dialog. The browser traps the focus, closes on Escape and restores the focus; the heading of each
 * step takes the focus, so that screen readers announce it. Loaded on demand.
 */
export function GuideDialog({ guide, onDone }: { guide: GuideKey; onDone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState(1);
  const { name, steps, buttons } = GUIDE_TEXTS[guide];
  const isLast = step === steps.length;

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => heading.current?.focus(), [step]);

  return (
    <dialog
      ref={dialog}
      aria-label={name}
      aria-describedby="guide-step-title"
      onCancel={(event) => {
        event.preventDefault();
        onDone();
      }}
      className="guide w-full rounded-lg border border-line bg-raised p-6 text-ink sm:p-9"
    >
      <div className="guide-words">
        <GuideStepText guide={guide} step={step} as="h2" headingId="guide-step-title" headingRef={heading} />
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-end gap-3">
        {!isLast && (
          <button
            type="button"
            onClick={onDone}
            className="mr-auto min-h-11 text-sm text-muted underline underline-offset-4 hover:text-ink"
          >
            {buttons.skip}
          </button>
        )}
        {step > 1 && (
          <Button variant="quiet" onClick={() => setStep(step - 1)}>
            {buttons.previous}
          </Button>
        )}
        <Button onClick={() => (isLast ? onDone() : setStep(step + 1))}>
          {isLast ? buttons.finish : buttons.next}
        </Button>
      </div>
    </dialog>
  );
}
