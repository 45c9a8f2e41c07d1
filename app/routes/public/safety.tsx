import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { EmergencyNumbers, HelpDirectory, ListeningLines } from "~/components/safety/care-note";
import { QuickExitForm } from "~/components/safety/quick-exit-form";
import { Button } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { TitledSection } from "~/components/ui/titled-section";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { helpSettings } from "~/domain/safety/help-lines.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () =>
  pageMeta(
    t("Need help now?"),
    t("Who to call when you are in danger or cannot go on, and what this journal can and cannot do for you."),
  );

/** Help numbers of this instance. No account is read: the page works without the database. */
export const loader = () => helpSettings().help;

/** Help page. The numbers come first, because a person in need will not scroll. */
export default function Safety() {
  const help = useLoaderData<typeof loader>();
  const directory = <HelpDirectory directory={help.directory} />;
  return (
    <>
      <QuickExitForm className="no-print sticky top-3 z-10 -mt-4 mb-2 flex justify-end sm:-mt-8">
        <Button type="submit" variant="quiet" className="bg-paper">
          {t("Quick exit")}
        </Button>
      </QuickExitForm>
      <PageHeading
        title={t("Need help now?")}
        intro={
          <p>
            <Trans>You matter. Please talk to someone now. You do not have to explain it well.</Trans>
          </p>
        }
      />
      <TitledSection
        id="danger"
        title={t("In immediate danger")}
        className="rounded border-l-4 border-harm bg-harm-soft px-5 py-4"
        titleClass="font-semibold text-harm"
      >
        <p className="mb-2 mt-1">{t("Call the emergency number of your country.")}</p>
        <EmergencyNumbers emergency={help.emergency} />
      </TitledSection>
      <TitledSection
        id="lines"
        title={t("People who listen, day and night")}
        className="mt-10"
        titleClass="text-xl font-medium"
      >
        <ListeningLines help={help} />
      </TitledSection>
      <Prose className="mt-12">
        <h2>{t("If you cannot call")}</h2>
        <p>
          <Trans>
            Go to where people are: a neighbour, a friend, a hospital, an open church. Say one sentence: “I
            don’t feel safe on my own. Please stay with me.” If there is something near you that you might
            hurt yourself with, put it out of reach or leave the room. You do not need to decide anything
            tonight.
          </Trans>
        </p>
        <p>
          <Trans>
            Being in despair is not a lack of faith, and asking for help is not either. The psalms are full of
            people who could not go on and said so.
          </Trans>
        </p>

        <h2>{t("If someone hurts you")}</h2>
        <p>
          <Trans>
            Your safety comes first. No vow, no duty and no forgiveness asks you to stay where you are being
            harmed, and it is not your fault. In danger, call the emergency number. When you can, tell one
            person who is not part of it: a doctor, the police, a counsellor, a friend. {directory} lists
            lines for violence and abuse as well.
          </Trans>
        </p>
        <p>
          <Trans>
            “Quick exit” above takes you to an encyclopedia at once, and asks for the password before your
            journal opens again. This page stays in the browser’s history: if someone checks your phone or
            computer, use another one for this, or delete it there afterwards.
          </Trans>
        </p>

        <h2>{t("If you are worried about someone else")}</h2>
        <p>
          <Trans>
            Ask them plainly whether they are thinking of ending their life; asking does not put the thought
            there. Listen, stay, and call one of the numbers together. The people there speak with friends and
            families too.
          </Trans>
        </p>

        <h2>{t("What this journal does, and what it does not")}</h2>
        <ul>
          <li>{t("It is software. There is no counsellor here, no pastor and no therapist.")}</li>
          <li>
            <Trans>
              No one reads what you write. When you keep an entry or write to a coach, the software itself
              compares the words with a list of phrases people use when they are in danger, in several
              languages. Where one fits, the page shows these numbers, and a coach answers nothing else for a
              day. The list misses much, and it may show the numbers when you do not need them.
            </Trans>
          </li>
          <li>
            <Trans>
              It tells no one, marks nothing in your journal and keeps no copy. A counter for the whole server
              goes up by one, without a name. If you write here that you need help, no one comes. That is why
              these numbers are here.
            </Trans>
          </li>
          <li>
            <Trans>
              It never stops you from writing. You may write down what you cannot say yet, and then please
              call.
            </Trans>
          </li>
          <li>
            <Trans>
              The{" "}
              <Link to={paths.contact()} reloadDocument>
                contact page
              </Link>{" "}
              reaches the people who run this server, perhaps only after days. It is not for emergencies.
            </Trans>
          </li>
          <li>
            <Trans>“Need help now?” is at the foot of every page of this journal, and leads here.</Trans>
          </li>
        </ul>

        <h2>{t("How old you have to be")}</h2>
        <p>
          <Trans>
            This journal is for people aged sixteen and over. If you are younger and something is wrong, talk
            to an adult you trust, at home, at school or in your church. If the first one does not listen,
            tell a second.
          </Trans>
        </p>
      </Prose>
    </>
  );
}
