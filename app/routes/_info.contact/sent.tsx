import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { contactWords } from "~/words/info/contact";

/** After a message has been taken. */
export function Sent() {
  return (
    <>
      <PageHeading title={contactWords.thankYou} />
      <Prose>
        <p role="status">{contactWords.yourMessageHasBeenSent}</p>
        <p>{contactWords.aPersonReadsIt}</p>
      </Prose>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/home" variant="quiet" reloadDocument>
          {contactWords.goToTheHomePage}
        </ButtonLink>
        <ButtonLink to="/contact" variant="quiet" reloadDocument>
          {contactWords.writeAnotherMessage}
        </ButtonLink>
      </p>
    </>
  );
}
