import { acceptPictures } from "~/domain/journal/pictures/accept-pictures.server";
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
import { arePicturesEnabled } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import { setResponseHeader } from "~/platform/request-context.server";

/** The options of an action whose form takes pictures. */
export const PICTURE_FORM = { upload: PICTURE_UPLOAD, receive: receivePictures };

/**
 * Stores the pictures that a form brings, and names them in it: from then on they are the form's like its texts, also where its page
 * is shown again.
 */
async function receivePictures(form: FormData, member: Member, submission: string | undefined) {
  if (!arePicturesEnabled()) return { reply: {} };
  const only = form.get(PICTURE_ONLY_POST.field);
  if (only !== null && only !== PICTURE_ONLY_POST.value) return leaveInForm();
  const typed = parsePictureFields(form);
  const named = [...typed.texts.keys()].filter((id) => !typed.removed.has(id));
  const room = Math.max(0, PICTURE_LIMITS.each - named.length);
  const { taken, why } = await acceptPictures(member, submission, pictureFilesIn(form), room);
  addPictures(form, taken);
  const reply = { pictures: picturesNamed(form) };
  const refused = why && pictureRefusal(why);
  if (only !== null) {
    setResponseHeader(PICTURE_ONLY_POST.header, taken.map(({ id }) => id).join(" "));
    return { reply, ...(refused ?? { status: 200 }) };
  }
  const texts = textProblems(typed);
  if (!refused && Object.keys(texts).length === 0) return { reply };
  return { reply, status: refused?.status ?? 400, fields: { ...refused?.fields, ...texts } };
}

/** The script of an earlier version looks for what it has sent on the page that it reads again; told this, it leaves it in the form. */
function leaveInForm() {
  setResponseHeader(OFFLINE_RESPONSE_HEADER, "1");
  return { reply: {}, status: 202 };
}
