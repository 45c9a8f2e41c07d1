import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { Sentence } from "~/components/ui/sentence";
import { TAGLINE } from "~/words/landing/tagline";
import { pageMeta } from "~/domain/support/page-meta";
import { aboutWords } from "~/words/info/about";

export const meta: MetaFunction = () => pageMeta(aboutWords.pageTitle, aboutWords.pageDescription);

export default function About() {
  return (
    <>
      <PageHeading title={aboutWords.pageTitle} />
      <Prose>
        <blockquote>
          <p>“{TAGLINE.text}”</p>
          <p className="font-sans text-sm text-muted">{TAGLINE.reference}</p>
        </blockquote>
        <p>{aboutWords.whatStillAndKnowIs}</p>

        <h2>{aboutWords.theShapeOfADay}</h2>
        <p>{aboutWords.everybodyBegins}</p>
        <p>{aboutWords.whereTheShapeComesFrom}</p>

        <h2>{aboutWords.whatWeHoldTo}</h2>
        <ul>
          <li>{aboutWords.whatYouWriteIsForYou}</li>
          <li>{aboutWords.thereAreNoStreaks}</li>
          <li>{aboutWords.softwareStaysSoftware}</li>
          <li>{aboutWords.scriptureIsNeverMadeUp}</li>
          <li>{aboutWords.theFreeJournalIsWhole}</li>
          <li>{aboutWords.everyPageWorksWithoutJavascript}</li>
        </ul>

        <h2>{aboutWords.whatThisIsNot}</h2>
        <p>{aboutWords.itIsNotAChurch}</p>

        <h2>{aboutWords.whatHelpsAlongTheWay}</h2>
        <p>{aboutWords.whenAWeekHasEnded}</p>

        <h2>{aboutWords.openToLookInto}</h2>
        <p>
          <Sentence
            text={aboutWords.theSoftwareIsOpenSource}
            parts={{
              contact: (text) => (
                <Link to="/contact" reloadDocument>
                  {text}
                </Link>
              ),
            }}
          />
        </p>
      </Prose>
    </>
  );
}
