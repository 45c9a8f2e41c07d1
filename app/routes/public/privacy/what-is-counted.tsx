import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Everything that the server counts. A test compares it with what the code counts. */
export function WhatIsCounted() {
  return (
    <>
      <h2 id="counted">{t("What is counted")}</h2>
      <p>
        <Trans>Of all people together, without a name:</Trans>
      </p>
      <ul>
        <li>
          <Trans>
            <strong>By the day</strong>: new and verified accounts; visitors of the front page, for each of
            its two versions, and how many of them registered; entries by kind and time of day; weekly
            insights; requests to a language model; changes of plan, what caused them, and why paid plans were
            cancelled, if a reason was given; and each time help was shown.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Passages and questions</strong>: how often each was shown, begun, prayed with, answered or
            swapped. That one was shown is counted in memory, to nobody, and written down once a minute. Your
            own questions are not counted.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>How many there are now</strong>: accounts, by plan, prompt set and state; open sessions;
            entries, drafts and entries in the trash; messages to coaches in the last day; journals with
            little room left; and records of every kind, with the space they take.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Whether the server works</strong>: requests by part of the site, with their result and
            duration; errors; failed and blocked sign-ins; emails that wait or failed; insights that could not
            be made; late jobs and alerts.
          </Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Of yourself only what a limit needs, and administrators do not see it: messages to coaches on a day,
          how often you swapped a question, how much room your journal takes, and failed tries to sign in or
          to do something too often.
        </Trans>
      </p>
      <p>
        <Trans>
          Nobody counts how often you come or how many entries you write, and administrators see no number,
          day or hour of one person’s praying. Groups smaller than five are not shown, and where fewer than
          five people have an account, nothing about praying and writing is.
        </Trans>
      </p>
    </>
  );
}
