import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Lists every kind of personal record and its unencrypted parts; prayer requests only if the instance has a prayer list. */
export function StoredData({ hasPrayerList }: { hasPrayerList: boolean }) {
  return (
    <>
      <h2>{t("What we store")}</h2>
      <ul>
        <li>
          <Trans>
            <strong>Your account</strong>: username, email, the name you give, your plan with its changes,
            your prayer times and time zone, and how you like the pages to look.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your password</strong>: only as a salted hash (bcrypt, with a secret of the server mixed
            in). It cannot be reversed.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your journal</strong>: titles, answers, texts, tags and mood words, encrypted. Not
            encrypted is what lists need: the date, whether it was morning or evening, the kind of reflection,
            the passage, your marks such as favourite, and for tags and mood words a fingerprint made with
            your key, so that they can be found without being stored.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>A list of the words in your journal</strong>, so that a search finds “prayed” when you
            type “pray”: encrypted, and opened only for your own search. Not encrypted: fingerprints of the
            words of each entry, made with your key, which show that two entries share a word but never which,
            and about how long the list is. A word leaves the list when the last entry that has it is deleted
            for good; if your journal is sealed, when you next visit.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>People and intentions</strong> that you pray for: names, notes, how often and in which
            order they come up, and what came of them, encrypted. Not encrypted: the days on which you began
            and finished each prayer, whether it is paused, whether insights and coaches may read what you
            write about it, and fingerprints of the words, made with your key, for searching. The people named
            there are told nothing, and no name is in an email, a notification or your calendar.
          </Trans>
        </li>
        {hasPrayerList && (
          <li>
            <Trans>
              <strong>Prayer requests</strong>: what you ask everyone here to pray for, the name or initial
              you give, and what came of it, encrypted with a key of this site and not with yours, since
              others read them. Not encrypted: whose request it is, and its days. No one is shown who asked,
              and it is not stored who reads or prays. A request is destroyed thirty days after its end.
            </Trans>
          </li>
        )}
        <li>
          <Trans>
            <strong>Ways that you walk, and passages that you were given</strong>, encrypted. Not encrypted:
            the passage of an entry, as of every entry, and fingerprints, made with your key, that show that
            two entries were written on one way, but never which.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Weekly insights</strong>: encrypted like entries. Not encrypted: the week, the entries it
            was made from, how it was made, and whether you found it true.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your passkeys</strong>, if you have any: the half that is no secret, the name you gave it,
            how often the device says it was used, and the month of its last use. If you let one open your
            sealed journal: the journal’s key too, encrypted with what only that passkey can compute.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your sessions</strong>: when they began and were last used, a description like “Firefox on
            Linux”, and after how many minutes they lock, if you chose so.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Failed sign-ins</strong>: counters under a scrambled key, so that no one can keep guessing
            passwords. They expire automatically.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Security events</strong>: that you signed in, changed your password and the like, and
            when; nothing you typed. When you signed in and out is shown to you, not to administrators.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Conversations with coaches</strong>, encrypted with your key like your entries.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your plan</strong>: since when, where from, and until when.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>What you send us</strong> through the contact form, encrypted.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Pictures</strong>, and what you say of them, encrypted. What a camera writes into a
            picture, such as its location, is removed. Not encrypted: the page it belongs to, its size, and
            when you added it.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Visits to our front page</strong>: which of its two versions was shown, and whether
            someone registered after it, under a random number. No address, no browser, and nothing that leads
            to an account.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>The month</strong> in which your account was last used, so that accounts no one has used
            for a year can be cleared up. No day and no hour.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>What should happen if you are no longer here</strong>, if you chose something: the name
            and email address of the person who may be given your journal, encrypted. Not encrypted: your
            choice, the emails about it, and the hour in which your account was last used, since your choice
            depends on it. No one is shown that hour.
          </Trans>
        </li>
      </ul>
    </>
  );
}
