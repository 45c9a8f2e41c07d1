import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Banner } from "~/components/ui/banner";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Props = { day: string; isSealOff: boolean };

/** After a restore, above every page of someone's own until they say that they have read it. */
export function RestoredNote({ day, isSealOff }: Props) {
  return (
    <Banner
      tone={isSealOff ? "harm" : "info"}
      title={t("Your journal was put back to {day}", { day })}
      className="mb-8"
    >
      <p className="mb-3">
        {t(
          "Something happened to the server, and everything was put back from a copy of that day. What you wrote afterwards is not in it, and what you deleted afterwards may be there again.",
        )}
        {isSealOff && (
          <>
            {" "}
            <Trans>
              Your journal was sealed after that day, and is not sealed now:{" "}
              <Link to={addresses.settingsSecuritySeal()}>please seal it again</Link>.
            </Trans>
          </>
        )}
      </p>
      <PostForm action={addresses.dashboard()}>
        <SubmitButton name="intent" value="restored" variant="quiet" pendingText={t("One moment…")}>
          {t("I have read this")}
        </SubmitButton>
      </PostForm>
    </Banner>
  );
}
