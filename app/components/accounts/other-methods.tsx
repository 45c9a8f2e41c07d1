import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useInstance } from "~/components/layout/use-instance";
import { Banner } from "~/components/ui/banner";
import type { OtherMethod } from "~/domain/accounts/manual-approval.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** After a reset: what opens the account beside the new password, each with a button that removes it. */
export function OtherMethods({ methods }: { methods: OtherMethod[] }) {
  const { provider } = useInstance();
  const name = provider?.name ?? "";
  return (
    <Banner title={t("This opens your account too, beside your new password")}>
      <ul className="mt-2 grid gap-3">
        {methods.map(({ id, passkey }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span dir="auto">{passkey === null ? name : t("The passkey “{name}”", { name: passkey })}</span>
            <PostForm action={paths.resetPassword({ step: "methods" })}>
              <input type="hidden" name="method" value={id} />
              <SubmitButton name="intent" value="removeMethod" variant="quiet" pendingText={t("One moment…")}>
                {passkey === null
                  ? t("Disconnect {name}", { name })
                  : t("Remove the passkey “{name}”", { name: passkey })}
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">{t("Please remove what you do not know.")}</p>
    </Banner>
  );
}
