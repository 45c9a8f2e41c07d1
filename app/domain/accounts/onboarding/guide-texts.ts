import type { Guide } from "~/content/schemas";
import { t } from "~/i18n/t";

/** A step, from 1. Where everyone has everything no step speaks of plans. */
export function guideStep(
  { steps }: Guide,
  step: number,
  isOpen: boolean,
): Guide["steps"][number] | undefined {
  const shown = steps[step - 1];
  return (isOpen && shown?.onOpenSite) || shown;
}

/** "Step 2 of 7" */
export function stepCount(step: number, steps: number): string {
  return t("Step {step} of {steps}", { step, steps });
}
