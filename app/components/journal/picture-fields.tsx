import type { FieldMetadata } from "@conform-to/react";
import type { SubmitReply } from "~/browser/submit-with-timeout";
import { Field, FieldErrors } from "~/components/forms/field";
import { Disclosure } from "~/components/ui/disclosure";
import { MAX_PICTURE_TEXT, PICTURE_LIMITS, type FormPicture } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { usePictureUpload } from "./use-picture-upload";

const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/heic";

type Props = {
  /** Saved pictures; null when the instance has pictures disabled. */
  pictures: readonly FormPicture[] | null;
  meta: FieldMetadata<File[], Record<string, unknown>>;
  reply: SubmitReply | undefined;
};

/** Picture fields of a form: caption, position and removal of each picture, and a file input while there is space. */
export function PictureFields({ pictures: saved, meta, reply }: Props) {
  const { pictures, progress, isDeferred, problem, choose } = usePictureUpload(saved ?? [], reply);
  if (!saved) return null;
  const canAdd = pictures.length < PICTURE_LIMITS.each;
  const errors = reply?.lastResult?.error ?? {};
  const removed = [reply?.lastResult?.initialValue?.removePicture].flat();
  const problemId = `${meta.id}-problem`;
  // When the limit is reached there is no file input to attach the error to.
  const errorId = !canAdd && meta.errors ? meta.errorId : undefined;
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={[errorId, problem && problemId].filter(Boolean).join(" ") || undefined}
    >
      <legend className={pictures.length > 0 ? "mb-1.5 font-medium" : "sr-only"}>{t("Pictures")}</legend>
      {pictures.length > 0 && (
        <ul className="mb-6 divide-y divide-line border-y border-line">
          {pictures.map((picture, at) => (
            <PictureField
              key={picture.id}
              picture={picture}
              at={at}
              of={pictures.length}
              text={picture.text}
              errors={errors[`pictureText-${picture.id}`] ?? undefined}
              isRemoved={removed.includes(picture.id)}
            />
          ))}
        </ul>
      )}
      {canAdd ? (
        <Disclosure
          title={t("Add a picture")}
          open={Boolean(meta.errors?.length || problem)}
          className="text-sm text-muted"
        >
          <Field
            meta={meta}
            label={t("Add pictures")}
            type="file"
            multiple
            accept={ACCEPTED_TYPES}
            onChange={choose}
            hint={t("Up to six. We remove location data.")}
            className="py-3"
          />
        </Disclosure>
      ) : (
        <FieldErrors id={meta.errorId} errors={meta.errors} />
      )}
      <div aria-live="polite" className="mt-3 empty:hidden">
        {progress && (
          <label className="grid max-w-card gap-1 text-sm text-muted">
            {t("Picture {number} of {all}", { number: progress.done + 1, all: progress.all })}
            <progress value={progress.done} max={progress.all} className="w-full" />
          </label>
        )}
        {isDeferred && (
          <p className="text-sm text-muted">
            {t("Your page is saved as soon as the pictures have arrived.")}
          </p>
        )}
        {problem && (
          <p id={problemId} className="text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  );
}

type PictureFieldProps = {
  picture: FormPicture;
  at: number;
  of: number;
  text: string;
  errors: string[] | undefined;
  isRemoved: boolean;
};

function PictureField({ picture, at, of, text, errors, isRemoved }: PictureFieldProps) {
  const { id } = picture;
  const name = t("Picture {number}", { number: at + 1 });
  const errorId = `text-${id}-error`;
  return (
    <li className="grid grid-cols-[6rem_1fr] gap-4 py-4 has-[[type=checkbox]:checked]:opacity-60 sm:grid-cols-[8rem_1fr]">
      <img
        src={paths.picture(id, { size: "small" })}
        alt={picture.text || name}
        width={128}
        height={128}
        decoding="async"
        className="aspect-square w-full rounded-lg bg-sunk object-cover"
      />
      <div className="min-w-0">
        <label htmlFor={`text-${id}`} className="mb-1.5 block text-sm">
          {t("Describe this picture")}
        </label>{" "}
        <input
          id={`text-${id}`}
          name={`pictureText-${id}`}
          maxLength={MAX_PICTURE_TEXT}
          defaultValue={text}
          autoComplete="off"
          dir="auto"
          className="control"
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? errorId : undefined}
        />
        <FieldErrors id={errorId} errors={errors} />
        <div className="mt-2 flex flex-wrap items-center gap-x-6">
          {of > 1 && (
            <label className="inline-flex min-h-11 items-center gap-2 text-sm">
              {t("Order")}{" "}
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
            <input type="checkbox" name="removePicture" value={id} defaultChecked={isRemoved} /> {t("Remove")}
            <span className="sr-only">{name}</span>
          </label>
        </div>
      </div>
    </li>
  );
}
