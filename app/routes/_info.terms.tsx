import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { Sentence } from "~/components/ui/sentence";
import { pageMeta } from "~/domain/support/page-meta";
import { termsWords } from "~/words/info/terms";

export const meta: MetaFunction = () => pageMeta(termsWords.pageTitle, termsWords.pageDescription);

const contact = (
  <Link to="/contact" reloadDocument>
    {termsWords.contactPage}
  </Link>
);

export default function Terms() {
  return (
    <>
      <PageHeading title={termsWords.pageTitle} intro={<p>{termsWords.whatYouCanExpectOfUs}</p>} />
      <Prose>
        <h2>{termsWords.whoWeAre}</h2>
        <p>
          <Sentence text={termsWords.weIsTheOperator} parts={{ contact }} />
        </p>

        <h2>{termsWords.yourAccount}</h2>
        <p>{termsWords.youMayHaveAnAccount}</p>

        <h2>{termsWords.whatYouWrite}</h2>
        <p>{termsWords.itBelongsToYou}</p>

        <h2>{termsWords.whatWeAsk}</h2>
        <p>{termsWords.useTheService}</p>

        <h2>{termsWords.whatThisIsNot}</h2>
        <p>
          <Sentence
            text={termsWords.questionsAndPassagesAreChosen}
            parts={{
              safety: (text) => (
                <Link to="/safety" reloadDocument>
                  {text}
                </Link>
              ),
            }}
          />
        </p>

        <h2>{termsWords.plansAndPayment}</h2>
        <p>{termsWords.theFreePlanCostsNothing}</p>

        <h2>{termsWords.leaving}</h2>
        <p>
          <Sentence text={termsWords.youMayStopAtAnyTime} parts={{ contact }} />
        </p>

        <h2>{termsWords.whatWePromise}</h2>
        <p>{termsWords.weDoOurBestToKeep}</p>

        <h2>{termsWords.changes}</h2>
        <p>{termsWords.ifTheseTermsChange}</p>
      </Prose>
    </>
  );
}
