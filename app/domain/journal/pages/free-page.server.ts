import { isDay } from "~/domain/calendar/local-day";
import {
  CONTENT_LIMITS,
  EMPTY_CONTENT,
  pageFieldsOf,
  tagsFrom,
  type EntryContent,
  type PageFields,
} from "~/domain/journal/entries/content";
import {
  draftKeyOf,
  findDrafts,
  findOwnDraft,
  removeDraftPictures,
  saveDraft,
} from "~/domain/journal/entries/drafts.server";
import { dayLine, draftView } from "~/domain/journal/entries/entry";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { PictureRefusal, SubmittedPictures } from "~/domain/journal/pictures/picture";
import { attachPictures, collectPictures, picturesToEdit } from "~/domain/journal/pictures/pictures.server";
import { readIntention } from "~/domain/journal/prayers/list-intentions.server";
import { selectionBesideText } from "~/domain/journal/prayers/rotation.server";
import type { FreeInput } from "~/domain/journal/schema";
import { recentTags } from "~/domain/journal/tags/list-tags.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { findPassage } from "~/domain/scripture/passages/passages.server";

/** Untrusted text shared by another app or by the bookmarklet. */
type SharedText = { title: string | null; text: string | null; url: string | null };

/** In characters; longer texts are cut. */
const MAX_SHARED = 10_000;
/** Twenty tags of the maximum length. */
const MAX_TAGS_LENGTH = CONTENT_LIMITS.tags * (CONTENT_LIMITS.tag + 1);

/** Removes control characters other than line breaks and tabs. */
const clean = (text: string | null) =>
  (text ?? "")
    .slice(0, 4 * MAX_SHARED)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** Cuts a text without splitting a surrogate pair. */
const cut = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");

/** Appends the shared text to the draft without saving it; null if nothing was shared. */
function withShared(
  draft: Pick<EntryContent, "title" | "body"> | undefined,
  shared: SharedText,
): Pick<EntryContent, "title" | "body"> | null {
  const text = clean(shared.text);
  const url = clean(shared.url);
  const title = clean(shared.title).replace(/\s+/g, " ");
  // Many applications put the URL into the text already.
  const added = cut([text, text.includes(url) ? "" : url].filter(Boolean).join("\n\n"), MAX_SHARED);
  if (!added && !title) return null;
  return {
    title: draft?.title || cut(title, CONTENT_LIMITS.title),
    // If the draft has a title, the shared one goes into the body.
    body: [draft?.body ?? "", draft?.title ? title : "", added].filter(Boolean).join("\n\n"),
  };
}

/** The unchecked query parameters of a free page. */
type FreePageAddress = {
  /** YYYY-MM-DD, today or earlier. */
  date: string | null;
  /** Tags of the previous page; ignored if this page has a draft. */
  tags?: readonly string[];
  /** The id of the intention to write about. */
  prayer: string | null;
  /** A reference to a passage. */
  passage: string | null;
  shared: SharedText;
};

/** The data of a free page: its draft, its intention and its passage. */
export async function openFreePage(member: Member, address: FreePageAddress) {
  const { date: today, now } = currentSlotOf(member);
  const requested = address.date ?? "";
  const prayer = address.prayer ?? "";
  // Read in parallel. If the intention no longer exists, the draft without an intention is used.
  const keys = new Set([draftKeyOf("none", today), draftKeyOf("none", today, prayer)]);
  const [about, held, drafts, suggestedTags] = await Promise.all([
    readIntention(member, prayer),
    selectionBesideText(member),
    findDrafts(member, [...keys]),
    recentTags(member),
  ]);
  const draft = drafts.find(({ content }) => content.prayer === about?.id);
  const forDate = isDay(requested) && requested <= today ? requested : (draft?.forDate ?? today);
  const passageRef = address.passage ?? draft?.passageRef ?? "";
  const inForm = draft ? draftView(draft, now, member.timezone) : null;
  return {
    about: about && { id: about.id, name: about.name, line: about.line },
    held: held.filter(({ id }) => id !== about?.id),
    today,
    suggestedTags,
    passageRef: passageRef.slice(0, 80),
    passage: findPassage(passageRef, member.prayer.translation) ?? null,
    forDate,
    dateLine: dayLine(forDate, member.prayer),
    timezone: member.timezone,
    /** Initial tags of a page without a draft, comma-separated. */
    tags: draft ? "" : tagsFrom((address.tags ?? []).join(",").slice(0, MAX_TAGS_LENGTH)).join(", "),
    content: withShared(inForm?.isLong ? undefined : draft?.content, address.shared),
    pictures: picturesToEdit(draft?.content.pictures),
    draft: inForm,
  };
}

type SaveFreePageResult =
  /** Saved as an entry. */
  | { ok: true; entryId: string }
  /** Saved as a draft; `next` is the id of the intention to continue with, if any. */
  | { ok: true; next: string | undefined }
  | { ok: false; code: "future_day" | "empty" | "conflict" }
  | { ok: false; code: "picture"; why: PictureRefusal };

/** A submitted form. A field that is missing in `words` keeps the draft's value. */
type Submitted = { words: Partial<PageFields>; submission: string | undefined; pictures: SubmittedPictures };

/** Saves the free page as a draft or an entry. `submission` makes a repeated post idempotent. */
export async function saveFreePage(
  member: Member,
  value: FreeInput,
  { words, submission, pictures: submitted }: Submitted,
): Promise<SaveFreePageResult> {
  // If the intention was deleted since, the page is saved without it.
  const prayer = (await readIntention(member, value.prayer ?? ""))?.id;
  const origin = { submission, draftVersion: value.draftVersion };
  const draftKey = draftKeyOf("none", "", prayer);
  if (value.intent === "removePicture") {
    const result = await removeDraftPictures(member, draftKey, submitted.removed, origin);
    return result.ok ? { ok: true, next: prayer } : result;
  }
  const draft = await findOwnDraft(member, draftKey, origin);
  const forDate = value.forDate ?? draft?.forDate ?? currentSlotOf(member).date;
  const before = draft?.content.pictures;
  const { pictures, why } = await collectPictures(member, before, submitted);
  if (why) return { ok: false, code: "picture", why };
  const passage = value.passage ?? draft?.passageRef;
  const writing = {
    kind: "free" as const,
    slot: "none" as const,
    forDate,
    promptSet: "",
    promptIds: [],
    passageRef: passage && findPassage(passage) ? passage : "",
    content: {
      ...pageFieldsOf({ ...EMPTY_CONTENT, ...draft?.content, ...words }),
      answers: draft?.content.answers ?? [],
      ...(prayer && { prayer }),
      ...(pictures.length > 0 && { pictures }),
    },
  };
  if (value.intent === "finish") {
    const result = await finishEntry(member, writing, origin);
    if (!result.ok) return result;
    await attachPictures(member, before, pictures);
    return { ok: true, entryId: result.id };
  }
  const result = await saveDraft(member, writing, { ...origin, auto: value._auto === "1" });
  if (!result.ok) return result;
  await attachPictures(member, before, pictures);
  return { ok: true, next: value.about ?? prayer };
}

/** Keeps the URL short enough for browsers. */
const MAX_SELECTION = 2_000;

/** A `javascript:` bookmark that opens the share page with the title, URL and selected text of the current page. */
export const bookmarklet = (share: string): string =>
  `javascript:(()=>{const e=encodeURIComponent;location.href=${JSON.stringify(share)}` +
  `+"?title="+e(document.title.slice(0,200))+"&url="+e(location.href)` +
  `+"&text="+e(String(getSelection()).slice(0,${MAX_SELECTION}).toWellFormed())})()`;
