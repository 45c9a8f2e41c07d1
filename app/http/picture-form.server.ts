import {
  addPictures,
  OFFLINE_RESPONSE_HEADER,
  parsePictureFields,
  PICTURE_LIMITS,
  PICTURE_ONLY_POST,
  PICTURE_UPLOAD,
  pictureFilesIn,
  pictureRefusal,
  picturesNamed,
  textProblems,
} from "~/domain/journal/pictures/picture";
import { acceptPictures, arePicturesEnabled } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { setResponseHeader } from "~/platform/request-context.server";

/** The options of an action whose form accepts pictures. */
export const PICTURE_FORM = { upload: PICTURE_UPLOAD, receive: receivePictures };

/**
 * Stores the submitted pictures and adds their ids to the form, so that they survive like its texts when the page is shown
 * again.
 */
async function receivePictures(form: FormData, member: Member, submission: string | undefined) {
  if (!arePicturesEnabled()) return { reply: {} };
  const only = form.get(PICTURE_ONLY_POST.field);
  if (only !== null && only !== PICTURE_ONLY_POST.value) return ignorePictures();
  const fields = parsePictureFields(form);
  const named = [...fields.texts.keys()].filter((id) => !fields.removed.has(id));
  const remaining = Math.max(0, PICTURE_LIMITS.each - named.length);
  const { taken, why } = await acceptPictures(member, submission, pictureFilesIn(form), remaining);
  addPictures(form, taken);
  const reply = { pictures: picturesNamed(form) };
  const refused = why && pictureRefusal(why);
  if (only !== null) {
    setResponseHeader(PICTURE_ONLY_POST.header, taken.map(({ id }) => id).join(" "));
    return { reply, ...(refused ?? { status: 200 }) };
  }
  const problems = textProblems(fields);
  if (!refused && Object.keys(problems).length === 0) return { reply };
  return { reply, status: refused?.status ?? 400, fields: { ...refused?.fields, ...problems } };
}

/** Responds like the offline service worker, so that the page script of an earlier version leaves its pictures in the form. */
function ignorePictures() {
  setResponseHeader(OFFLINE_RESPONSE_HEADER, "1");
  return { reply: {}, status: 202 };
}
