import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";

/** After a message has been taken. */
export function Sent() {
  return (
    <>
      <PageHeading title="Thank you" />
      <Prose>
        <p role="status">
          Your message has been sent. You should find a copy in your mailbox soon, and the answer comes to the
          same address.
        </p>
        <p>A person reads it, so it may take a few days.</p>
      </Prose>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/home" variant="quiet" reloadDocument>
          Go to the home page
        </ButtonLink>
        <ButtonLink to="/contact" variant="quiet" reloadDocument>
          Write another message
        </ButtonLink>
      </p>
    </>
  );
}
