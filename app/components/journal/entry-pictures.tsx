import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import type { Picture } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";

/** The pictures of a page, each leading to a page of its own. Their sizes are known, so that nothing jumps. */
export function EntryPictures({ pictures, className }: { pictures: readonly Picture[]; className?: string }) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label={t("Pictures")} className={`flex flex-wrap items-start gap-4 ${className ?? ""}`}>
      {pictures.map((picture, at) => (
        <li key={picture.id}>
          <EntryPicture picture={picture} name={t("Picture {number}", { number: at + 1 })} />
        </li>
      ))}
    </ul>
  );
}

/** One picture with its words below it, where the text says that it stands, or in the list. `name`: what it is called without words. */
export function EntryPicture({ picture, name }: { picture: Picture; name: string }) {
  const { id, width, height, text } = picture;
  return (
    <figure className="max-w-xs break-inside-avoid">
      <Link to={addresses.pictureView(id)} className="inline-block">
        <img
          src={addresses.picture(id, { size: "small" })}
          alt={text || name}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="h-48 w-auto max-w-full rounded-lg object-contain"
        />
      </Link>
      {text && (
        <figcaption dir="auto" className="mt-1 text-sm text-muted" aria-hidden="true">
          {text}
        </figcaption>
      )}
    </figure>
  );
}
