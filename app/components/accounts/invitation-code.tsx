import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const EXAMPLE_CODE = "AB12-CD34-EF56";

/** Opens the registration form with the short code of a printed invitation. */
export function InvitationCodeForm() {
  return (
    <Form method="get" action={paths.register()} className="grid gap-2 border-t border-line pt-5">
      <label htmlFor="invitation-code" className="font-medium">
        {t("Have an invitation code?")}
      </label>
      <div className="flex gap-3">
        <input
          id="invitation-code"
          name="invitation"
          required
          maxLength={40}
          placeholder={EXAMPLE_CODE}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="control min-w-0 flex-1"
        />{" "}
        <Button type="submit" variant="quiet">
          {t("Continue")}
        </Button>
      </div>
    </Form>
  );
}
