import { getCollectionProps, getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { ChoiceField } from "~/components/forms/choice-field";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { CheckboxField, Field, FieldErrors } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { Disclosure } from "~/components/ui/disclosure";
import {
  BOOK_KINDS,
  PASSAGE_CHOICES,
  TITLE_LIMITS,
  type BookOptions,
  type NamedRange,
} from "~/domain/portability/book/book-options";
import { PAPER_NAMES, PAPERS } from "~/domain/print/print-task";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const KIND_WORDS: Record<(typeof BOOK_KINDS)[number], string> = {
  morning: t("Mornings"),
  evening: t("Evenings"),
  free: t("Free pages"),
};
const PASSAGE_WORDS: Record<(typeof PASSAGE_CHOICES)[number], string> = {
  none: t("Leave them out"),
  reference: t("Name them"),
  text: t("Print their text"),
};
const FORMAT_OPTIONS = [
  { value: "pdf", label: t("PDF"), text: t("Pages as they will be on paper.") },
  { value: "epub", label: t("EPUB"), text: t("For e-readers and telephones, in the size of type you like.") },
] as const;
const SIZE_OPTIONS = [
  { value: "default", label: t("As in most books") },
  { value: "large", label: t("Large print") },
] as const;

type Fields = Omit<BookOptions, "favourites" | "questions" | "pictures" | "laidDown"> & {
  favourites: string;
  questions: string;
  pictures: string;
  laidDown: string;
  currentPassword: string;
};

type Props = {
  choice: BookOptions;
  /** A preview of the content, as chosen so far. */
  foreseen: { title: string; text: string };
  stretches: NamedRange[];
  tags: string[];
  withPictures: boolean;
  reply: FormReply | undefined;
};

/** The options of a book; one button previews its content, the other creates it. */
export function BookForm({ choice, foreseen, stretches, tags, withPictures, reply }: Props) {
  const tick = (isOn: boolean) => (isOn ? "on" : "");
  const [form, fields] = useForm<Fields>({
    id: "book",
    lastResult: reply?.lastResult,
    defaultValue: {
      ...choice,
      favourites: tick(choice.favourites),
      questions: tick(choice.questions),
      pictures: tick(choice.pictures),
      laidDown: tick(choice.laidDown),
    },
  });
  const isPreviewed = reply?.lastResult.initialValue?.intent === "look" && !reply.lastResult.error;
  const isRefused = reply?.notice && !isPreviewed;
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-card grid-cols-1 gap-10">
      {isRefused && reply.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-3 text-xl">{t("Which days")}</legend>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Field meta={fields.from} label={t("From")} type="date" />
          <Field meta={fields.to} label={t("To")} type="date" />
        </div>
        <Disclosure title={t("A year, or one season")} open={false}>
          <ul className="flex flex-wrap gap-x-5">
            {stretches.map(({ name, from, to }) => (
              <li key={name}>
                <Link to={paths.book({ from, to })} className="inline-flex min-h-11 items-center">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </Disclosure>
        <KindBoxes meta={fields.kinds} />
        <div>
          <CheckboxField meta={fields.favourites} label={t("Favourites only")} />
          <Field
            meta={fields.tag}
            label={t("Only with this tag")}
            autoComplete="off"
            list="book-tags"
            className="mt-3 max-w-xs"
          />
          <datalist id="book-tags">
            {tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </div>
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-3 text-xl">{t("What is printed with them")}</legend>
        <div>
          <CheckboxField meta={fields.questions} label={t("The questions you answered")} />
          {withPictures && <CheckboxField meta={fields.pictures} label={t("Your pictures")} />}
          <CheckboxField
            meta={fields.laidDown}
            label={t("Prayers that you finished in these days, at the end")}
          />
        </div>
        <ChoiceField
          meta={fields.passages}
          legend={t("Passages of Scripture")}
          options={PASSAGE_CHOICES.map((value) => ({ value, label: PASSAGE_WORDS[value] }))}
        />
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-3 text-xl">{t("The book itself")}</legend>
        <Field meta={fields.title} label={t("Title")} autoComplete="off" maxLength={TITLE_LIMITS.title} />
        <Field
          meta={fields.name}
          label={t("Name on the title page")}
          autoComplete="off"
          maxLength={TITLE_LIMITS.name}
          hint={t("You may leave it empty.")}
        />
        <ChoiceField meta={fields.format} legend={t("Format")} options={FORMAT_OPTIONS} />
        <ChoiceField meta={fields.size} legend={t("Size of type, for a PDF")} options={SIZE_OPTIONS} />
        <ChoiceField
          meta={fields.paper}
          legend={t("Paper, for a PDF")}
          options={PAPERS.map((value) => ({ value, label: PAPER_NAMES[value] }))}
        />
      </fieldset>
      <section aria-labelledby="foreseen-heading" className="grid grid-cols-1 gap-5">
        <h2 id="foreseen-heading" className="text-xl">
          {t("What will be in it")}
        </h2>
        <Banner
          {...(isPreviewed && { role: "status" })}
          title={isPreviewed ? reply.notice?.title : foreseen.title}
        >
          <p>{isPreviewed ? reply.notice?.text : foreseen.text}</p>
        </Banner>
        <SubmitButton name="intent" value="look" variant="quiet" pendingText={t("Counting…")}>
          {t("Count again")}
        </SubmitButton>
        <CurrentPasswordField meta={fields.currentPassword} className="max-w-md" />
        <p className="text-sm text-muted">
          {t("The file is not encrypted: please keep it, and what you print of it, somewhere safe.")}
        </p>
        <SubmitButton pendingText={t("Starting…")}>{t("Make the book")}</SubmitButton>
      </section>
    </PostForm>
  );
}

function KindBoxes({ meta }: { meta: FieldMetadata<BookOptions["kinds"], Fields> }) {
  const boxes = getCollectionProps(meta, { type: "checkbox", options: [...BOOK_KINDS] });
  return (
    <fieldset aria-describedby={meta.errors ? meta.errorId : undefined}>
      <legend className="mb-1 font-medium">{t("What you wrote")}</legend>
      <div className="flex flex-wrap gap-x-8">
        {boxes.map(({ key, ...box }, at) => (
          <label key={key} htmlFor={box.id} className="flex min-h-11 items-center gap-3">
            <input {...box} className="shrink-0" />
            {KIND_WORDS[BOOK_KINDS[at] ?? "free"]}
          </label>
        ))}
      </div>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </fieldset>
  );
}
