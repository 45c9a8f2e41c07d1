import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { redeemHandOverTicket, releaseDownload } from "~/domain/administration/legacy/hand-over.server";
import { writeWholeBook } from "~/domain/portability/book/make-book.server";
import { writeJournal } from "~/domain/portability/export-journal.server";
import { publicLoader } from "~/http/guards.server";
import { downloadResponse } from "~/http/responses.server";
import * as paths from "~/paths";

/** A file of a handed-over journal, requested on `/legacy`. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ url }) => {
    const ticket = url.searchParams.get("ticket");
    const handedOver = ticket && (await redeemHandOverTicket(ticket));
    if (!handedOver) throw redirect(paths.legacy());
    const { member, format } = handedOver;
    const file = format === "epub" ? await writeWholeBook(member) : await writeJournal(member, "json");
    return downloadResponse({
      ...file,
      body: releasedOnFailure(file.body, () => releaseDownload(handedOver)),
    });
  });

async function* releasedOnFailure(
  body: AsyncIterable<Uint8Array>,
  release: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    await release();
    throw error;
  }
}
