import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "~/components/ui/button";

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
