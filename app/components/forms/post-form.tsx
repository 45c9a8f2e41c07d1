import { Form, useMatches, useNavigation, type FormProps } from "@remix-run/react";
import { forwardRef, type ComponentProps, type ReactNode } from "react";
import { Banner } from "~/components/ui/banner";
import { Button, type ButtonVariant } from "~/components/ui/button";

/** A message for the whole form, announced at once. `children` may add a countdown or a link. */
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
  /** The submission id of a form that is shown again to be sent again. */
  submission?: string;
};

/** The hidden fields that every form carries; their values come from the nearest layout's loader. */
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
    /** A message about the whole form, above its fields. */
    notice?: { title: string; text?: string };
  };

/** Opens every form that changes something: it posts, carries its protection, and says what is wrong with it. */
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
  /** What the button says while its form is on the way. */
  pendingText?: string;
  variant?: ButtonVariant;
  name?: string;
  value?: string;
  form?: string;
  formNoValidate?: boolean;
  /** Where the answer is read, if not at the top of the page. */
  formAction?: string;
  /** For a form of a fetcher: its own state instead of the page's. */
  pending?: boolean;
  disabled?: boolean;
  className?: string;
};

/** Sends a form. Disabled only while script is sending it, so that it works before and without script. */
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
