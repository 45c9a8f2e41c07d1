import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { Sentence } from "~/components/ui/sentence";
import { goodbyeWords } from "~/words/info/goodbye";

export const meta: MetaFunction = () => [
  { title: goodbyeWords.pageTitle },
  { name: "robots", content: "noindex" },
];

/** After the deletion of an account has begun. */
export default function Goodbye() {
  return (
    <>
      <PageHeading title={goodbyeWords.goInPeace} />
      <div className="grid max-w-measure gap-4">
        <p role="status">{goodbyeWords.youAreSignedOutEverywhere}</p>
        <p>
          <Sentence
            text={goodbyeWords.ifYouChangeYourMind}
            parts={{
              login: (text) => (
                <Link to="/auth/login" reloadDocument>
                  {text}
                </Link>
              ),
            }}
          />
        </p>
      </div>
    </>
  );
}
