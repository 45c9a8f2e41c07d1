import { useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { pushState, subscribeToPush, unsubscribeFromPush, type PushState } from "~/browser/push";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import type { DeviceReach } from "~/domain/reminders/push-services";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Props = {
  publicKey: string;
  devices: { id: string; device: string; since: string; reach: DeviceReach }[];
};

const FAILED = t("The push service could not reach this browser. Please try again later.");

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
        {t("On a device")}
      </h2>
      <p className="max-w-measure text-muted">
        <Trans>
          A notification on your phone or computer, even when this page is closed. It goes through the push
          service of your browser’s maker, encrypted, and contains only the words of the reminder.
        </Trans>
      </p>
      <noscript>
        <p className="text-muted">{t("Adding this device needs JavaScript. Email and calendar do not.")}</p>
      </noscript>
      {devices.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {devices.map(({ id, device, since, reach }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p>
                  {device} <span className="text-sm text-muted">{t("since {since}", { since })}</span>
                </p>
                {reach !== "reached" && (
                  <p className="max-w-measure text-sm">
                    {reach === "unreached"
                      ? t("The last reminder did not reach this device.")
                      : t(
                          "The push service of this browser’s maker refuses our reminders, so none are sent to this device any more. Remove it here, then add it again on the device itself.",
                        )}
                  </p>
                )}
              </div>
              <PostForm onSubmit={() => void unsubscribeFromPush().catch(() => undefined)}>
                <input type="hidden" name="device" value={id} />
                <SubmitButton name="intent" value="no-push" variant="quiet">
                  {t("Remove")}
                </SubmitButton>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      {state === "denied" && (
        <p>
          <Trans>
            Notifications from this site are blocked in your browser. You can allow them in its settings.
          </Trans>
        </p>
      )}
      {(state === "off" || (state === "on" && devices.length === 0)) && (
        <PostForm ref={form} onSubmit={(event) => event.preventDefault()}>
          <input type="hidden" name="intent" value="push" />
          <Button variant="quiet" onClick={() => void add()}>
            {t("Remind me on this device")}
          </Button>
        </PostForm>
      )}
      <p role="status">{message}</p>
    </section>
  );
}
