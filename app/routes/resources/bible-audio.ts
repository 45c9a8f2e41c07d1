import type { LoaderFunctionArgs } from "@remix-run/node";
import { findRecording } from "~/domain/scripture/passages/passages.server";
import { notFound, publicLoader } from "~/http/guards.server";
import { fileResponse } from "~/http/responses.server";

/** The operator's recording of a chapter, for everyone. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, params: { translation = "", book = "", file = "" } }) => {
    const chapter = file.endsWith(".mp3") ? file.slice(0, -4) : "";
    const recording = findRecording(translation, book, chapter);
    if (!recording) throw notFound();
    return fileResponse(request, recording, "audio/mpeg");
  });
