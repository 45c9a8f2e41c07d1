export type DeferredSubmit = { drop: () => void; resume: () => void };

/**
 * Holds back every submission of a form until `resume`, which makes up for the last one. `drop` forgets it. Both end the deferral.
 */
export function deferSubmit(form: HTMLFormElement, onDeferred: () => void): DeferredSubmit {
  let deferred: SubmitEvent | undefined;
  const defer = (event: SubmitEvent) => {
    event.preventDefault();
    // Neither the router nor the autosave may take the form for submitted.
    event.stopImmediatePropagation();
    deferred = event;
    onDeferred();
  };
  form.addEventListener("submit", defer, { capture: true });
  const drop = () => form.removeEventListener("submit", defer, { capture: true });
  const resume = () => {
    drop();
    if (deferred && form.isConnected) form.requestSubmit(deferred.submitter);
  };
  return { drop, resume };
}
