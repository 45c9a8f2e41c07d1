import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { Button } from "~/components/ui/button";
import { VARIANT_TOOL_TEXTS as TEXTS } from "~/domain/experiments/texts";
import type { Variant } from "~/domain/experiments/variant";

const TOOLS = [
  { intent: "force-a", label: TEXTS.forceA },
  { intent: "force-b", label: TEXTS.forceB },
  { intent: "reset", label: TEXTS.reset },
];

/** For administrators only: force a variant of the landing page in this browser, or draw again. */
export function VariantTools({ current }: { current: { variant: Variant; forced: boolean } | null }) {
  return (
    <section aria-labelledby="variant-tools" className="mt-12">
      <h2 id="variant-tools" className="text-lg font-semibold">
        {TEXTS.heading}
      </h2>
      <p className="mt-2 max-w-measure text-muted">{TEXTS.intro}</p>
      <p className="mt-2 text-sm">
        {current ? TEXTS.current(current.variant, current.forced) : TEXTS.none}
        {" · "}
        <Link to={addresses.home()} reloadDocument>
          {TEXTS.preview}
        </Link>
      </p>
      <PostForm action={addresses.settingsPlanVariant()} className="mt-4 flex flex-wrap gap-3">
        {TOOLS.map(({ intent, label }) => (
          <Button key={intent} type="submit" name="intent" value={intent} variant="quiet">
            {label}
          </Button>
        ))}
      </PostForm>
    </section>
  );
}
