import { Form, useMatches, type FormProps } from "@remix-run/react";
import { forwardRef, type ComponentProps } from "react";
import { FormNotice } from "./form-notice";

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

type Props = Omit<FormProps, "method"> &
  ComponentProps<typeof CsrfInputs> & {
    /** A message about the whole form, above its fields. */
    notice?: { title: string; text?: string };
  };

/** Opens every form that changes something: it posts, carries its protection, and says what is wrong with it. */
export const PostForm = forwardRef<HTMLFormElement, Props>(function PostForm(
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
