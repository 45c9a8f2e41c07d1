import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { Sentence } from "~/components/ui/sentence";
import { pageMeta } from "~/domain/support/page-meta";
import { privacyWords } from "~/words/info/privacy";

export const meta: MetaFunction = () => pageMeta(privacyWords.pageTitle, privacyWords.pageDescription);

export default function Privacy() {
  return (
    <>
      <PageHeading title={privacyWords.pageTitle} intro={<p>{privacyWords.inShortWhatYouWrite}</p>} />
      <Prose>
        <h2>{privacyWords.whatWeStore}</h2>
        <ul>
          <li>
            <Sentence text={privacyWords.yourAccount} parts={{ strong: (text) => <strong>{text}</strong> }} />
          </li>
          <li>
            <Sentence
              text={privacyWords.yourPassword}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence text={privacyWords.yourJournal} parts={{ strong: (text) => <strong>{text}</strong> }} />
          </li>
          <li>
            <Sentence
              text={privacyWords.weeklyInsights}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence
              text={privacyWords.yourSessions}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence
              text={privacyWords.failedSignIns}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence
              text={privacyWords.securityEvents}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence
              text={privacyWords.insightsAndTalksWithCoaches}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence text={privacyWords.yourPlan} parts={{ strong: (text) => <strong>{text}</strong> }} />
          </li>
          <li>
            <Sentence
              text={privacyWords.whatYouSendUs}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence
              text={privacyWords.visitsToOurFrontPage}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence
              text={privacyWords.countsWithoutNames}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
        </ul>

        <h2>{privacyWords.howItIsProtected}</h2>
        <p>{privacyWords.everyAccountHasAKey}</p>

        <p>{privacyWords.whenYouKeepAnEntry}</p>

        <h2>{privacyWords.whoElseGetsAnything}</h2>
        <ul>
          <li>{privacyWords.noAdvertisersNoAnalyticsServices}</li>
          <li>
            <Sentence text={privacyWords.mail} parts={{ strong: (text) => <strong>{text}</strong> }} />
          </li>
          <li>
            <Sentence
              text={privacyWords.aLanguageModel}
              parts={{ strong: (text) => <strong>{text}</strong> }}
            />
          </li>
          <li>
            <Sentence text={privacyWords.payments} parts={{ strong: (text) => <strong>{text}</strong> }} />
          </li>
          <li>
            <strong>{privacyWords.nobodyElse}</strong>
          </li>
        </ul>

        <h2>{privacyWords.whatTheLogContains}</h2>
        <p>{privacyWords.timeAddressOfThePageWithout}</p>

        <h2>{privacyWords.howLongItStays}</h2>
        <p>{privacyWords.yourJournalStays}</p>
        <p>{privacyWords.anAccountThatYouDelete}</p>
        <p>{privacyWords.remindersByMail}</p>

        <p>{privacyWords.onYourDevice}</p>

        <h2>{privacyWords.whatYouCanDo}</h2>
        <p>
          <Sentence
            text={privacyWords.underSettingsYouSee}
            parts={{
              contact: (text) => (
                <Link to="/contact" reloadDocument>
                  {text}
                </Link>
              ),
            }}
          />
        </p>

        <h2>{privacyWords.cookies}</h2>
        <p>
          <Sentence
            text={privacyWords.onlyOurOwn}
            parts={{
              cookies: (text) => (
                <Link to="/cookies" reloadDocument>
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
