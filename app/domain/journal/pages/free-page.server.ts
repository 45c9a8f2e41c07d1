import { isDay } from "~/domain/calendar/local-day";
import { CONTENT_LIMITS, EMPTY_CONTENT, type EntryContent } from "~/domain/journal/entries/content";
import {
  draftKeyOf,
  findDrafts,
  findOwnDraft,
  removeDraftPictures,
  saveDraft,
} from "~/domain/journal/entries/drafts.server";
import { dayLine, draftView } from "~/domain/journal/entries/entry-view";
import { finishEntry } from "~/domain/journal/entries/finish-entry.server";
import type { PictureRefusal, SubmittedPictures } from "~/domain/journal/pictures/picture";
import { attachPictures, collectPictures, picturesToEdit } from "~/domain/journal/pictures/pictures.server";
import { readIntention } from "~/domain/journal/prayers/list-intentions.server";
import { selectionBesideText } from "~/domain/journal/prayers/rotation.server";
import type { FreeInput } from "~/domain/journal/schema";
import { recentTags } from "~/domain/journal/tags/change-tag.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { findPassage } from "~/domain/scripture/passages/passages.server";

/** What another application or page gives to be written about; each may be missing, or anything. */
type SharedText = { title: string | null; text: string | null; url: string | null };

/** Longer texts are cut: an address is no place for a book. */
const MOST_SHARED = 10_000;

/** Control characters, but for line breaks and tabs, are nothing that anyone shares on purpose. */
const clean = (text: string | null) =>
  (text ?? "")
    .slice(0, 4 * MOST_SHARED)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** No sign is cut in two. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

/**
 * A free page with what was shared below the draft that is there: nothing of either is lost, and nothing is saved by that.
 * Null where nothing was shared.
 */
function withShared(
  draft: Pick<EntryContent, "title" | "body"> | undefined,
  shared: SharedText,
): Pick<EntryContent, "title" | "body"> | null {
  const text = clean(shared.text);
  const url = clean(shared.url);
  const title = clean(shared.title).replace(/\s+/g, " ");
  // A page that is read later has to be found again; many applications put its address into the text.
  const given = cut([text, text.includes(url) ? "" : url].filter(Boolean).join("\n\n"), MOST_SHARED);
  if (!given && !title) return null;
  return {
    title: draft?.title || cut(title, CONTENT_LIMITS.title),
    // Under a title that is there already, the shared one is part of the words.
    body: [draft?.body ?? "", draft?.title ? title : "", given].filter(Boolean).join("\n\n"),
  };
}

/** What the address of a free page asks for; each may be missing or nonsense. */
export type FreePageAddress = {
  /** YYYY-MM-DD, today or earlier. */
  date: string | null;
  /** The id of the intention that it is about. */
  prayer: string | null;
  /** A reference that is written with. */
  passage: string | null;
  /** Words from elsewhere to begin with. */
  shared: SharedText;
};

/** A page without questions: its draft, the intention it is about, and the passage beside it. */
export async function openFreePage(member: Member, address: FreePageAddress) {
  const { date: today, now } = currentSlotOf(member);
  const wanted = address.date ?? "";
  const prayer = address.prayer ?? "";
  // Whether the intention is still there is known only when the drafts are asked for.
  const keys = new Set([draftKeyOf("none", today), draftKeyOf("none", today, prayer)]);
  const [about, held, drafts, suggestedTags] = await Promise.all([
    readIntention(member, prayer),
    selectionBesideText(member),
    findDrafts(member, [...keys]),
    recentTags(member),
  ]);
  const draft = drafts.find(({ content }) => content.prayer === about?.id);
  const forDate = isDay(wanted) && wanted <= today ? wanted : (draft?.forDate ?? today);
  const asked = address.passage ?? draft?.passageRef ?? "";
  const inForm = draft ? draftView(draft, now, member.timezone) : null;
  return {
    about: about && { id: about.id, name: about.name, line: about.line },
    held: held.filter(({ id }) => id !== about?.id),
    today,
    suggestedTags,
    passageRef: asked.slice(0, 80),
    passage: findPassage(asked, member.prayer.translation) ?? null,
    forDate,
    dateLine: dayLine(forDate, member.prayer),
    timezone: member.timezone,
    begun: withShared(inForm?.isLong ? undefined : draft?.content, address.shared),
    pictures: picturesToEdit(draft?.content.pictures),
    draft: inForm,
  };
}

export type SaveFreePageResult =
  /** Kept as an entry. */
  | { ok: true; entryId: string }
  /** Kept as a draft; `next`: the intention that is written about next. */
  | { ok: true; next: string | undefined }
  | { ok: false; code: "future_day" | "empty" | "conflict" }
  | { ok: false; code: "picture"; why: PictureRefusal };

/** The fields that the form had: one that is missing stays as the draft has it. */
type FreeWords = Partial<Pick<EntryContent, "title" | "body" | "tags" | "mood">>;
type Sent = { words: FreeWords; submission: string | undefined; pictures: SubmittedPictures };

/** Saves the free page's draft, or keeps it as an entry. `submission` makes a repeated form one entry. */
export async function saveFreePage(
  member: Member,
  value: FreeInput,
  { words, submission, pictures: typed }: Sent,
): Promise<SaveFreePageResult> {
  // What was taken away since stays a page about nothing in particular: no word is lost.
  const prayer = (await readIntention(member, value.prayer ?? ""))?.id;
  const origin = { submission, draftVersion: value.draftVersion };
  const draftKey = draftKeyOf("none", "", prayer);
  if (value.intent === "removePicture") {
    const result = await removeDraftPictures(member, draftKey, typed.removed, origin);
    return result.ok ? { ok: true, next: prayer } : result;
  }
  const draft = await findOwnDraft(member, draftKey, origin);
  const forDate = value.forDate ?? draft?.forDate ?? currentSlotOf(member).date;
  const before = draft?.content.pictures;
  const { pictures, why } = await collectPictures(member, before, typed);
  if (why) return { ok: false, code: "picture", why };
  const { title, body, tags, mood, answers } = { ...EMPTY_CONTENT, ...draft?.content, ...words };
  const passage = value.passage ?? draft?.passageRef;
  const writing = {
    kind: "free" as const,
    slot: "none" as const,
    forDate,
    promptSet: "",
    promptIds: [],
    passageRef: passage && findPassage(passage) ? passage : "",
    content: {
      ...{ title, body, tags, mood, answers },
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

/** As much of what is marked as an address can carry beside the rest. */
const MOST_MARKED = 2_000;

/** A bookmark that opens the shared page with the title, the address and the marked words of the page it is used on. */
export const bookmarklet = (share: string): string =>
  `javascript:(()=>{const e=encodeURIComponent;location.href=${JSON.stringify(share)}` +
  `+"?title="+e(document.title.slice(0,200))+"&url="+e(location.href)` +
  `+"&text="+e(String(getSelection()).slice(0,${MOST_MARKED}).toWellFormed())})()`;
