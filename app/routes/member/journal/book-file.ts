import type { LoaderFunctionArgs } from "@remix-run/node";
import { BOOK_GONE } from "~/domain/portability/book/choice";
import { consumeBook } from "~/domain/portability/book/staged-book.server";
import { download } from "~/http/download.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import * as paths from "~/paths";

const TYPES = { pdf: "application/pdf", epub: "application/epub+zip" } as const;

/** Gives a book that was made, once. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const book = await consumeBook(member, params.bookId ?? "");
    if (book) return download({ ...book, type: TYPES[book.format] });
    return redirectWithToast(paths.book(), BOOK_GONE);
  });
