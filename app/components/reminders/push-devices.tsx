import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { pushState, subscribeToPush, unsubscribeFromPush, type PushState } from "~/browser/push";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { pushDevicesWords } from "~/words/reminders/push-devices";

type Props = {
  publicKey: string;
  devices: { id: string; device: string; since: string }[];
};

const FAILED = pushDevicesWords.thisBrowserCouldNotBeReached;

/** Web push, as an opt-in for each browser. Adding one needs script; the list and taking one away do not. */
export function PushDevices({ publicKey, devices }: Props) {
  const [state, setState] = useState<PushState>("unknown");
  const [message, setMessage] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();

  useEffect(() => {
    void pushState().then(setState, () => setState("unsupported"));
  }, []);

  const add = async () => {
    setMessage("");
    try {
      const address = await subscribeToPush(publicKey);
      if (!address) return setState(await pushState());
      if (!form.current) return;
      const fields = new FormData(form.current);
      for (const [name, value] of Object.entries(address)) fields.set(name, value);
      submit(fields, { method: "post" });
      setState("on");
    } catch {
      setMessage(FAILED);
    }
  };

  return (
    <section aria-labelledby="push" className="grid grid-cols-1 gap-4">
      <h2 id="push" className="text-xl">
        {pushDevicesWords.onADevice}
      </h2>
      <p className="max-w-measure text-muted">{pushDevicesWords.whatADeviceGets}</p>
      <noscript>
        <p className="text-muted">{pushDevicesWords.toAddThisDevice}</p>
      </noscript>
      {devices.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {devices.map(({ id, device, since }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p>
                {device} <span className="text-sm text-muted">{pushDevicesWords.since({ since })}</span>
              </p>
              <Form method="post" onSubmit={() => void unsubscribeFromPush().catch(() => undefined)}>
                <FormProtection />
                <input type="hidden" name="device" value={id} />
                <SubmitButton name="intent" value="no-push" variant="quiet">
                  {pushDevicesWords.remove}
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {state === "denied" && <p>{pushDevicesWords.blocked}</p>}
      {(state === "off" || (state === "on" && devices.length === 0)) && (
        <form ref={form} method="post" onSubmit={(event) => event.preventDefault()}>
          <FormProtection />
          <input type="hidden" name="intent" value="push" />
          <Button variant="quiet" onClick={() => void add()}>
            {pushDevicesWords.remindMeOnThisDevice}
          </Button>
        </form>
      )}
      <p role="status">{message}</p>
    </section>
  );
}
