import { Form, useMatches, useNavigation, type FormProps } from "@remix-run/react";
import { forwardRef, type ReactNode } from "react";
import { Banner } from "~/components/ui/banner";
import { Button, type ButtonVariant } from "~/components/ui/button";
import type { FormReply } from "~/http/form/form-options.server";

/** Form-level message, announced at once. `children` may add a countdown or a link. */
export function FormNotice({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <Banner tone="harm" role="alert" title={title}>
      {text && <p>{text}</p>}
      {children}
    </Banner>
  );
}

type Protection = { token: string; submission: string; owner?: string };

/** Hidden CSRF and idempotency fields. */
export function CsrfInputs({ token, submission, owner }: Protection) {
  return (
    <>
      <input type="hidden" name="_token" value={token} />
      <input type="hidden" name="_submission" value={submission} />
      {owner && <input type="hidden" name="_owner" value={owner} />}
    </>
  );
}

type PostFormProps = Omit<FormProps, "method"> & {
  /** Submission id of a recovered form. */
  submission?: string;
  notice?: { title: string; text?: string };
};

/**
 * Form for every mutation: posts, adds the CSRF fields of the nearest loader that provides them, and shows the
 * form-level notice.
 */
export const PostForm = forwardRef<HTMLFormElement, PostFormProps>(function PostForm(
  { notice, submission, children, ...rest },
  ref,
) {
  const protection = useMatches()
    .map(({ data }) => (data as { protection?: Protection } | null | undefined)?.protection)
    .findLast(Boolean);
  return (
    <Form method="post" {...rest} ref={ref}>
      {protection && <CsrfInputs {...protection} submission={submission ?? protection.submission} />}
      {notice && <FormNotice {...notice} />}
      {children}
    </Form>
  );
});

type SubmitButtonProps = {
  children: ReactNode;
  /** Label while the form is being sent. */
  pendingText?: string;
  variant?: ButtonVariant;
  name?: string;
  value?: string;
  form?: string;
  formNoValidate?: boolean;
  /** Target of the form, such as a fragment to scroll to. */
  formAction?: string;
  /** State of a fetcher's form, in place of the navigation's. */
  pending?: boolean;
  disabled?: boolean;
  className?: string;
};

/** Submits a form. Disabled only while script is sending it, so that it works without script. */
export function SubmitButton({
  children,
  pendingText,
  pending,
  disabled = false,
  ...rest
}: SubmitButtonProps) {
  const navigation = useNavigation();
  const formData = navigation.formData;
  const isOwn =
    formData !== undefined && (rest.name === undefined || formData.get(rest.name) === (rest.value ?? ""));
  const isBusy = pending ?? navigation.formMethod === "POST";
  return (
    <Button type="submit" disabled={disabled || isBusy} {...rest}>
      {pendingText !== undefined && (pending ?? (isBusy && isOwn)) ? pendingText : children}
    </Button>
  );
}

type IntentReply = {
  lastResult?: FormReply["lastResult"];
  /** The submitted form. Set by the browser if the server was unreachable and returned no `lastResult`. */
  sent?: { intent: string };
};

/** Selects the form that a reply belongs to on a page with several forms. */
export function replyForIntent<Reply extends IntentReply>(
  reply: Reply | undefined,
  intent: string,
): Reply | undefined {
  const fields = reply?.sent ?? reply?.lastResult?.initialValue;
  return fields?.intent === intent ? reply : undefined;
}
