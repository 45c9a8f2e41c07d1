import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { EMERGENCY, HELP_DIRECTORY, HELP_LINES } from "~/domain/support/help-lines";
import { pageMeta } from "~/domain/support/page-meta";

export const meta: MetaFunction = () =>
  pageMeta(
    "Need help now?",
    "Whom to call when you are in danger or cannot go on, and what this journal can and cannot do for you.",
  );

const directory = (
  <a href={HELP_DIRECTORY.href} rel="noopener noreferrer">
    {HELP_DIRECTORY.name}
  </a>
);

/** The permanent page of help (product 2.8, "Crisis path"). Numbers first: nobody in need reads down a page. */
export default function Safety() {
  return (
    <>
      <PageHeading
        title="Need help now?"
        intro={<p>You matter. Please talk to somebody now. You do not have to explain it well.</p>}
      />
      <Emergency />
      <Lines />
      <Prose className="mt-12">
        <h2>If you cannot call</h2>
        <p>
          Go to where people are: a neighbour, a friend, a hospital, an open church. Say one sentence: “I am
          not safe with myself, please stay with me.” If there is something near you that you might hurt
          yourself with, put it out of reach or leave the room. You need not decide anything tonight.
        </p>
        <p>
          Being in despair is not a lack of faith, and asking for help is not either. The psalms are full of
          people who could not go on and said so.
        </p>

        <h2>If somebody hurts you</h2>
        <p>
          Your safety comes first. No vow, no duty and no forgiveness asks you to stay where you are being
          harmed, and it is not your fault. In danger, call the emergency number. When you can, tell one
          person who is not part of it: a doctor, the police, a counsellor, a friend. {directory} lists lines
          for violence and abuse as well.
        </p>
        <p>
          If somebody looks into your phone or computer, use another one for this, or delete this page from
          the browser’s history afterwards.
        </p>

        <h2>If you worry about somebody else</h2>
        <p>
          Ask them plainly whether they think of ending their life; asking does not put the thought there.
          Listen, stay, and call one of the numbers together. The people there speak with friends and families
          too.
        </p>

        <h2>What this journal does, and what it does not</h2>
        <ul>
          <li>It is software. There is no counsellor here, no pastor and no therapist.</li>
          <li>
            Nobody reads what you write, and nothing watches it for signs of danger. If you write here that
            you need help, nobody comes. That is why these numbers are here.
          </li>
          <li>
            It never stops you from writing. You may write down what you cannot say yet, and then please call.
          </li>
          <li>
            The{" "}
            <Link to="/contact" reloadDocument>
              contact page
            </Link>{" "}
            reaches the people who run this server, perhaps only after days. It is not for emergencies.
          </li>
          <li>“Need help now?” stands at the foot of the pages of this journal, and leads here.</li>
        </ul>

        <h2>How old you have to be</h2>
        <p>
          This journal is for people of sixteen and older. If you are younger and something is wrong, talk to
          an adult you trust, at home, at school or in your church. If the first one does not listen, tell a
          second.
        </p>
      </Prose>
    </>
  );
}

/** Red is for harm, and this is it. */
function Emergency() {
  return (
    <section aria-labelledby="danger" className="rounded border-l-4 border-harm bg-harm-soft px-5 py-4">
      <h2 id="danger" className="font-semibold text-harm">
        In immediate danger
      </h2>
      <p className="mt-1">Call the emergency number of your country.</p>
      <ul className="mt-2 flex flex-wrap gap-x-8">
        {EMERGENCY.map(({ where, number }) => (
          <li key={number} className="inline-flex min-h-11 items-center gap-2">
            <a
              href={`tel:${number}`}
              className="inline-flex min-h-11 items-center text-xl font-semibold text-harm"
            >
              {number}
            </a>
            <span className="text-sm">{where}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines() {
  return (
    <section aria-labelledby="lines" className="mt-10">
      <h2 id="lines" className="text-xl font-medium">
        People who listen, day and night
      </h2>
      <ul className="mt-4 border-t border-line">
        {HELP_LINES.map(({ where, who, number, dial, how }) => (
          <li
            key={where}
            className="grid gap-x-6 border-b border-line py-4 sm:grid-cols-[9rem_1fr] sm:items-center"
          >
            <a href={`tel:${dial}`} className="inline-flex min-h-11 items-center text-2xl font-medium">
              {number}
            </a>
            <div>
              <h3 className="font-semibold">{where}</h3>
              <p className="text-sm text-muted">
                {who}. {how}
              </p>
            </div>
          </li>
        ))}
        <li className="border-b border-line py-4">
          <h3 className="font-semibold">Every other country</h3>
          <p>{directory} lists people who listen, by country and by what is wrong, by phone and by chat.</p>
        </li>
      </ul>
    </section>
  );
}
