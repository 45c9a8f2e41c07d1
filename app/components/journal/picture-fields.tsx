import type { FieldMetadata } from "@conform-to/react";
import * as addresses from "~/addresses";
import type { SentReply } from "~/browser/send-or-explain";
import { Field } from "~/components/forms/field";
import { PICTURE_LIMITS, PICTURE_TEXT, type Picture } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { usePicturesSent } from "./use-pictures-sent";

const KINDS = "image/jpeg,image/png,image/webp,image/gif,image/heic";

type Props = {
  /** Those that are here already; null where the house takes none. */
  pictures: Picture[] | null;
  meta: FieldMetadata<File[], Record<string, unknown>>;
  reply: SentReply | undefined;
};

/** The pictures of a page that is being written: each with its words and its place, and room for more. */
export function PictureFields({ pictures, meta, reply }: Props) {
  const left = PICTURE_LIMITS.each - (pictures?.length ?? 0);
  const sending = usePicturesSent(left);
  if (!pictures) return null;
  const typed = reply?.lastResult?.initialValue ?? {};
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t("Pictures")}</legend>
      {pictures.length > 0 && (
        <ul className="mb-6 divide-y divide-line border-y border-line">
          {pictures.map((picture, at) => (
            <PictureField
              key={picture.id}
              picture={picture}
              at={at}
              of={pictures.length}
              text={textIn(typed[`pictureText-${picture.id}`]) ?? picture.text}
            />
          ))}
        </ul>
      )}
      {left > 0 && (
        <Field
          meta={meta}
          label={pictures.length > 0 ? t("Add pictures") : t("Choose pictures")}
          type="file"
          multiple
          accept={KINDS}
          onChange={sending.send}
          hint={t("Up to six, 12 MB each. Where they were taken is not kept.")}
        />
      )}
      <div aria-live="polite" className="mt-3 empty:hidden">
        {sending.state === "sending" && (
          <label className="grid max-w-card gap-1 text-sm text-muted">
            {t("Picture {number} of {all}", { number: sending.done + 1, all: sending.all })}
            <progress value={sending.done} max={sending.all} className="w-full" />
          </label>
        )}
        {sending.problem && <p className="text-sm text-danger">{sending.problem}</p>}
      </div>
    </fieldset>
  );
}

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

function PictureField({ picture, at, of, text }: { picture: Picture; at: number; of: number; text: string }) {
  const { id } = picture;
  const name = t("Picture {number}", { number: at + 1 });
  return (
    <li className="grid grid-cols-[6rem_1fr] gap-4 py-4 has-[[type=checkbox]:checked]:opacity-60 sm:grid-cols-[8rem_1fr]">
      <img
        src={addresses.picture(id, { size: "small" })}
        alt={picture.text || name}
        width={128}
        height={128}
        decoding="async"
        className="aspect-square w-full rounded-lg bg-sunken object-cover"
      />
      <div className="min-w-0">
        <label htmlFor={`text-${id}`} className="mb-1.5 block text-sm">
          {t("What is on it?")}
        </label>{" "}
        <input
          id={`text-${id}`}
          name={`pictureText-${id}`}
          maxLength={PICTURE_TEXT}
          defaultValue={text}
          autoComplete="off"
          className="control"
        />
        <div className="mt-2 flex flex-wrap items-center gap-x-6">
          {of > 1 && (
            <label className="inline-flex min-h-11 items-center gap-2 text-sm">
              {t("Place")}{" "}
              <select name={`picturePlace-${id}`} defaultValue={at + 1} className="control w-auto py-1">
                {Array.from({ length: of }, (_, place) => (
                  <option key={place} value={place + 1}>
                    {place + 1}
                  </option>
                ))}
              </select>
            </label>
          )}{" "}
          <label className="inline-flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" name="removePicture" value={id} /> {t("Remove")}
            <span className="sr-only">{name}</span>
          </label>
        </div>
      </div>
    </li>
  );
}
