import type { LoaderFunctionArgs } from "@remix-run/node";
import { BOOK_EXPIRED } from "~/domain/portability/book/book-options";
import { consumeBook } from "~/domain/portability/book/staged-book.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberLoader } from "~/http/guards.server";
import { downloadResponse } from "~/http/responses.server";
import * as paths from "~/paths";

const TYPES = { pdf: "application/pdf", epub: "application/epub+zip" } as const;

/** The file of a book, which can be downloaded once. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const book = await consumeBook(member, params.bookId ?? "");
    if (book) return downloadResponse({ ...book, type: TYPES[book.format] });
    return redirectWithToast(paths.book(), BOOK_EXPIRED);
  });
