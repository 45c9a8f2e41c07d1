import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { pageMeta, TAGLINE } from "~/domain/accounts/support/public-pages";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () =>
  pageMeta(
    t("About us"),
    t("Why there is a quiet journal for prayer, how it is made, and what it will never do."),
  );

export default function About() {
  return (
    <>
      <PageHeading title={t("About us")} />
      <Prose>
        <blockquote className="scripture border-l-2 border-day pl-5">
          <p>“{TAGLINE.text}”</p>
          <p className="font-sans text-sm text-muted">{TAGLINE.reference}</p>
        </blockquote>
        <p>
          <Trans>
            Still and Know is a journal for people who pray, or would like to. It opens twice a day: in the
            morning with a few verses, in the evening with a look back. In between it leaves you alone.
          </Trans>
        </p>

        <h2>{t("The shape of a day")}</h2>
        <p>
          <Trans>
            Everyone begins with the daily habit. The morning has a few verses and three short questions. The
            evening has three more: a moment of grace, what was heavy, what you ask for tomorrow. What you
            wanted to be present to in the morning is there again in the evening. And there is always a free
            page, for whatever has no place elsewhere.
          </Trans>
        </p>
        <p>
          <Trans>
            The shape comes from two old ways of praying: Lectio Divina, which reads slowly and listens for a
            word, and the Examen, which goes through the day with God. Neither is ours. Christians have prayed
            this way for many centuries and in many churches. We only keep the page clear for it.
          </Trans>
        </p>

        <h2>{t("What we hold to")}</h2>
        <ul>
          <li>
            <Trans>What you write is for you. It is encrypted at rest with a key of your own.</Trans>
          </li>
          <li>{t("There are no streaks, no points and no scores.")}</li>
          <li>
            <Trans>
              Software stays software. It asks, it keeps, it never speaks for God, and it points you to
              people.
            </Trans>
          </li>
          <li>
            <Trans>
              Scripture is quoted from the World English Bible or the King James Version, and never made up.
            </Trans>
          </li>
          <li>
            <Trans>
              The free journal is a whole journal. Privacy, safety and leaving with your words are never sold.
            </Trans>
          </li>
          <li>{t("Every page works without JavaScript, on an old phone, on a slow connection.")}</li>
        </ul>

        <h2>{t("What this is not")}</h2>
        <p>
          <Trans>
            It is not a church and it is not counselling. It cannot know you, hear your confession or sit with
            you. If it helps you towards people who can, it has done its work.
          </Trans>
        </p>

        <h2>{t("What helps along the way")}</h2>
        <p>
          <Trans>
            When a week has ended, its insight gathers what you wrote, in your own words, with a question to
            take with you. Coaches ask, one question at a time, and never advise. Both work by plain rules; a
            language model takes part only where the operator has set one up and you have said yes.
          </Trans>
        </p>

        <h2>{t("Open source")}</h2>
        <p>
          <Trans>
            The software is open source under the MIT licence. A church, a household or one careful person can
            run it on a machine of their own. Whoever runs this server is its operator; you can reach them
            through the{" "}
            <Link to={paths.contact()} reloadDocument>
              contact page
            </Link>
            .
          </Trans>
        </p>
      </Prose>
    </>
  );
}
