import { Link } from "@remix-run/react";
import { t } from "~/i18n/t";

type Props = { places: { name: string; address: string }[]; left: string };

/** A typed reference names several chapters, or has more in it than is understood: the places that it does name. */
export function TypedPlaces({ places, left }: Props) {
  return (
    <div role="status" className="mb-8 max-w-measure">
      <p className="mb-2">
        {left
          ? t("We do not understand “{left}”. This is what we found:", { left })
          : t("This names more than one place:")}
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {places.map(({ name, address }) => (
          <li key={address}>
            <Link to={address} className="inline-flex min-h-11 items-center">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
