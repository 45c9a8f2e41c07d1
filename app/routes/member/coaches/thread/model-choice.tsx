import { Link } from "@remix-run/react";
import { SaidText } from "~/components/coaches/message-list";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { DisclosureIcon } from "~/components/ui/disclosure-icon";
import type { ThreadPage } from "~/domain/coaches/thread-page.server";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Exactly what would leave this server, in its order. */
export function ModelRequestPreview({
  host,
  sent,
  typed,
  open,
}: {
  host: string;
  sent: { from: string; text: string }[];
  /** What is in the field now; it would be the last part. */
  typed: string;
  open: boolean;
}) {
  const parts = typed ? [...sent, { from: t("You, now"), text: typed }] : sent;
  return (
    <details id="sent" open={open} className="group scroll-mt-6 rounded border border-line">
      <summary className="flex min-h-11 items-center px-4 py-2 font-medium">
        <DisclosureIcon />
        {t("Exactly this text will be sent to {host}", { host })}
      </summary>
      <ol className="space-y-4 border-t border-line px-4 py-4">
        {parts.map(({ from, text }, at) => (
          <li key={at} className="text-sm">
            <p className="font-semibold">{from}</p>
            <SaidText>{text}</SaidText>
          </li>
        ))}
        {!typed && <li className="text-sm text-muted">{t("What you write above is added at the end.")}</li>}
      </ol>
    </details>
  );
}

type Props = { model: NonNullable<ThreadPage["model"]>; reply: Partial<FormReply> | undefined };

/** Whether a language model answers, with the exact text that would be sent to it. */
export function ModelChoice({ model, reply }: Props) {
  const { initialValue } = reply?.lastResult ?? {};
  const isPreview = initialValue?.intent === "preview";
  const typed = isPreview ? String(initialValue.message ?? "") : "";
  const text = <ModelRequestPreview host={model.host} sent={model.sent} typed={typed} open={isPreview} />;
  if (model.state === "given")
    return (
      <section aria-label={t("Language model")} className="border-t border-line pt-4">
        <p className="mb-2 text-sm text-muted">
          <Trans>
            A language model at {model.host} answers ({model.name}). You can withdraw this{" "}
            <Link to={paths.settingsPrivacy()} className="inline-flex min-h-11 items-center">
              under Privacy
            </Link>
            .
          </Trans>
        </p>
        {text}
      </section>
    );
  const { title, lines, agree } = model.asking;
  return (
    <details open={isPreview} className="group rounded-lg border border-line bg-raised">
      <summary className="flex min-h-11 items-center px-5 py-2 font-medium">
        <DisclosureIcon />
        {title}
      </summary>
      <div className="border-t border-line px-5 py-5">
        <ul className="mb-5 grid max-w-measure list-disc gap-2 pl-5 text-sm">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {text}
        <PostForm className="mt-5">
          <input type="hidden" name="host" value={model.host} />
          {typed && <input type="hidden" name="message" value={typed} />}
          <SubmitButton name="intent" value="consent" variant="quiet" pendingText={t("Agreeing…")}>
            {agree}
          </SubmitButton>
        </PostForm>
      </div>
    </details>
  );
}
