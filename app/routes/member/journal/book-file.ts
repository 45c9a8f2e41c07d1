import type { LoaderFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { takeBook } from "~/domain/book/held-book.server";
import { BOOK_GONE } from "~/domain/book/in-words";
import { download } from "~/http/download.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";

const TYPES = { pdf: "application/pdf", epub: "application/epub+zip" } as const;

/** Gives a book that was made, once. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const book = await takeBook(member, params.bookId ?? "");
    if (book) return download({ ...book, type: TYPES[book.format] });
    return redirectWithToast(addresses.book(), BOOK_GONE);
  });
