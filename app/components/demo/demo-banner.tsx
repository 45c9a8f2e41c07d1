import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { useHouse } from "~/components/layout/use-house";
import { Button, ButtonLink } from "~/components/ui/button";
import { DEMO_TEXTS } from "~/domain/demo/texts";

/** Says that all of this is invented, and shows the two ways out, or how to find it at the front door. */
export function DemoBanner({ isFrontPage }: { isFrontPage: boolean }) {
  const { title, text, begin, stay, leave } = DEMO_TEXTS.banner;
  const { registration } = useHouse();
  return (
    <aside aria-label={title} className="mb-12 rounded-lg border border-accent bg-accent-soft p-5 sm:p-6">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-measure">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {registration === "open" && (
          <ButtonLink to={addresses.register()} reloadDocument>
            {begin}
          </ButtonLink>
        )}
        <PostForm action={addresses.demoDashboard()} reloadDocument>
          <Button type="submit" name="intent" value={isFrontPage ? "leave" : "stay"} variant="quiet">
            {isFrontPage ? leave : stay}
          </Button>
        </PostForm>
      </div>
    </aside>
  );
}
