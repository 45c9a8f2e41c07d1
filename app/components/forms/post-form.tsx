import { Form, useMatches, useNavigation, type FormProps } from "@remix-run/react";
import { forwardRef, type ComponentProps, type ReactNode } from "react";
import { Banner } from "~/components/ui/banner";
import { Button, type ButtonVariant } from "~/components/ui/button";

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

function protectionIn(data: unknown): Protection | undefined {
  if (typeof data !== "object" || data === null || !("protection" in data)) return undefined;
  return data.protection as Protection;
}

type CsrfFieldsProps = {
  /** Submission id of a recovered form. */
  submission?: string;
};

/** Hidden CSRF and idempotency fields, read from the nearest loader that provides them. */
function CsrfInputs({ submission }: CsrfFieldsProps) {
  const protection = useMatches()
    .map((match) => protectionIn(match.data))
    .findLast(Boolean);
  if (!protection) return null;
  return (
    <>
      <input type="hidden" name="_token" value={protection.token} />
      <input type="hidden" name="_submission" value={submission ?? protection.submission} />
      {protection.owner && <input type="hidden" name="_owner" value={protection.owner} />}
    </>
  );
}

type PostFormProps = Omit<FormProps, "method"> &
  ComponentProps<typeof CsrfInputs> & {
    notice?: { title: string; text?: string };
  };

/** Form for every mutation: posts, adds the CSRF fields, and shows the form-level notice. */
export const PostForm = forwardRef<HTMLFormElement, PostFormProps>(function PostForm(
  { notice, submission, children, ...rest },
  ref,
) {
  return (
    <Form method="post" {...rest} ref={ref}>
      <CsrfInputs submission={submission} />
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      {children}
    </Form>
  );
});

type Props = {
  children: ReactNode;
  /** Label while the form is being sent. */
  pendingText?: string;
  variant?: ButtonVariant;
  name?: string;
  value?: string;
  form?: string;
  formNoValidate?: boolean;
  /** Target of the form; a fragment keeps the scroll position. */
  formAction?: string;
  /** State of a fetcher's form, in place of the navigation's. */
  pending?: boolean;
  disabled?: boolean;
  className?: string;
};

/** Submits a form. Disabled only while script is sending it, so that it works without script. */
export function SubmitButton({ children, pendingText, pending, disabled = false, ...rest }: Props) {
  const navigation = useNavigation();
  const sent = navigation.formData;
  const ours = sent !== undefined && (rest.name === undefined || sent.get(rest.name) === (rest.value ?? ""));
  const busy = pending ?? navigation.formMethod === "POST";
  return (
    <Button type="submit" disabled={disabled || busy} {...rest}>
      {pendingText !== undefined && (pending ?? (busy && ours)) ? pendingText : children}
    </Button>
  );
}
