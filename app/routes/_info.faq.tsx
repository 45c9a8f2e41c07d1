import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { Question } from "~/components/reading/question";
import { PageHeading } from "~/components/ui/page-heading";
import { FAQ } from "~/domain/support/faq";
import { pageMeta } from "~/domain/support/page-meta";

export const meta: MetaFunction = () =>
  pageMeta(
    "Questions and answers",
    "Who can read what I write, what about AI, what it costs, what works without JavaScript, and more.",
  );

export default function Faq() {
  return (
    <>
      <PageHeading
        title="Questions and answers"
        intro={
          <p>
            If yours is not among them,{" "}
            <Link to="/contact" reloadDocument>
              write to us
            </Link>
            .
          </p>
        }
      />
      {FAQ.map(({ title, answers }) => (
        <section key={title} className="mt-12">
          <h2 className="text-lg font-medium">{title}</h2>
          <div className="mt-2 border-t border-line">
            {answers.map((answer) => (
              <Question key={answer.id} {...answer} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
