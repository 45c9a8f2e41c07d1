import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { EmergencyNumbers, HelpDirectory, ListeningLines } from "~/components/safety/help-numbers";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { Sentence } from "~/components/ui/sentence";
import { helpSettings } from "~/domain/support/help-lines.server";
import { pageMeta } from "~/domain/support/page-meta";
import { safetyWords } from "~/words/info/safety";

export const meta: MetaFunction = () => pageMeta(safetyWords.pageTitle, safetyWords.pageDescription);

/** The numbers of this server. Nobody is looked up: this page opens when the database is away, too. */
export const loader = () => helpSettings().help;

/** The permanent page of help (product 2.8, "Crisis path"). Numbers first: nobody in need reads down a page. */
export default function Safety() {
  const help = useLoaderData<typeof loader>();
  const directory = <HelpDirectory directory={help.directory} />;
  return (
    <>
      <PageHeading title={safetyWords.pageTitle} intro={<p>{safetyWords.youMatterPleaseTalk}</p>} />
      <section aria-labelledby="danger" className="rounded border-l-4 border-harm bg-harm-soft px-5 py-4">
        <h2 id="danger" className="font-semibold text-harm">
          {safetyWords.inImmediateDanger}
        </h2>
        <p className="mb-2 mt-1">{safetyWords.callTheEmergencyNumber}</p>
        <EmergencyNumbers emergency={help.emergency} />
      </section>
      <section aria-labelledby="lines" className="mt-10">
        <h2 id="lines" className="text-xl font-medium">
          {safetyWords.peopleWhoListenDayAndNight}
        </h2>
        <ListeningLines help={help} />
      </section>
      <Prose className="mt-12">
        <h2>{safetyWords.ifYouCannotCall}</h2>
        <p>{safetyWords.goToWherePeopleAre}</p>
        <p>{safetyWords.beingInDespair}</p>

        <h2>{safetyWords.ifSomebodyHurtsYou}</h2>
        <p>
          <Sentence text={safetyWords.yourSafetyComesFirst} parts={{ directory }} />
        </p>
        <p>{safetyWords.ifSomebodyLooksIntoYourPhone}</p>

        <h2>{safetyWords.ifYouWorryAboutSomebodyElse}</h2>
        <p>{safetyWords.askThemPlainly}</p>

        <h2>{safetyWords.whatThisJournalDoes}</h2>
        <ul>
          <li>{safetyWords.itIsSoftware}</li>
          <li>{safetyWords.nobodyReadsWhatYouWrite}</li>
          <li>{safetyWords.itTellsNobody}</li>
          <li>{safetyWords.itNeverStopsYouFromWriting}</li>
          <li>
            <Sentence
              text={safetyWords.theContactPageReaches}
              parts={{
                contact: (text) => (
                  <Link to="/contact" reloadDocument>
                    {text}
                  </Link>
                ),
              }}
            />
          </li>
          <li>{safetyWords.needHelpNow}</li>
        </ul>

        <h2>{safetyWords.howOldYouHaveToBe}</h2>
        <p>{safetyWords.thisJournalIsForPeople}</p>
      </Prose>
    </>
  );
}
