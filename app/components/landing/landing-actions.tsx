import { Link } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { Sentence } from "~/components/ui/sentence";
import { landingActionsWords } from "~/words/landing/landing-actions";

/** The one button of the front page, and the ways beside it; the same in both variants. */
export function LandingActions({ signedIn }: { signedIn: boolean }) {
  if (signedIn) {
    return (
      <p className="mt-8">
        <ButtonLink to="/dashboard" reloadDocument>
          {landingActionsWords.goToYourDashboard}
        </ButtonLink>
      </p>
    );
  }
  return (
    <>
      <p className="mt-8">
        <ButtonLink to="/auth/register" reloadDocument>
          {landingActionsWords.createAnAccount}
        </ButtonLink>
      </p>
      <p className="mt-4 text-sm text-muted">
        <Sentence
          text={landingActionsWords.youHaveOneAlready}
          parts={{
            login: (text) => (
              <Link to="/auth/login" reloadDocument className="text-ink">
                {text}
              </Link>
            ),
            demoDashboard: (text) => (
              <Link to="/demo-dashboard" reloadDocument className="text-ink">
                {text}
              </Link>
            ),
          }}
        />
      </p>
    </>
  );
}

/** The way on for people who would rather read first. */
export function ReadFirst() {
  return (
    <p className="mt-12 text-center text-sm">
      <Link to="/faq" reloadDocument className="inline-flex min-h-11 items-center">
        {landingActionsWords.whatPeopleAskBeforeTheyBegin}
      </Link>
    </p>
  );
}
