import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { packingOf } from "./packings";

const ENDINGS = { br: ".br", gzip: ".gz" } as const;
const TYPES: Record<string, string> = { css: "text/css", js: "text/javascript" };
const ASSET = /^\/assets\/[^/\\%?]+\.(css|js)$/;

/**
 * Script and style lie packed beside themselves, as tightly as it goes. A request that takes such a packing is turned to
 * that file before the server's usual way, which would pack the plain one for every visitor, and less tightly.
 * @param folder the built files of the browser
 */
export function turnToPacked(request: IncomingMessage, response: ServerResponse, folder: string): void {
  const address = request.url ?? "";
  const [, kind = ""] = ASSET.exec(address) ?? [];
  const packing = kind && packingOf(request.headers["accept-encoding"]);
  if (!packing) return;
  const packed = address + ENDINGS[packing];
  if (!existsSync(path.join(folder, packed))) return;
  request.url = packed;
  response.setHeader("Content-Type", `${TYPES[kind]}; charset=utf-8`);
  response.setHeader("Content-Encoding", packing);
  response.setHeader("Vary", "Accept-Encoding");
}
