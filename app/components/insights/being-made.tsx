import { Link, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Banner } from "~/components/ui/banner";
import { Sentence } from "~/components/ui/sentence";
import { beingMadeWords } from "~/words/insights/being-made";

const LOOK_AGAIN_MS = 2_000;

/** An insight is being written. With script the page looks again by itself; without, a link does. */
export function BeingMade({ to }: { to: string }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(revalidate, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [revalidate, state]);
  return (
    <Banner title={beingMadeWords.yourInsightIsBeingWritten} role="status">
      <p>
        <Sentence
          text={beingMadeWords.thisTakesAFewSeconds}
          parts={{ link: (text) => <Link to={to}>{text}</Link> }}
        />
      </p>
    </Banner>
  );
}
