import { Form, type FormProps } from "@remix-run/react";
import { forwardRef, type ComponentProps } from "react";
import { FormNotice } from "./form-notice";
import { FormProtection } from "./form-protection";

type Props = Omit<FormProps, "method"> &
  ComponentProps<typeof FormProtection> & {
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
      <FormProtection submission={submission} />
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      {children}
    </Form>
  );
});
