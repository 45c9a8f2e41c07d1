/** A bare node:http server: what a page of ours costs is told against sending the same bytes. */
import { createServer } from "node:http";

const pages = new Map();
const server = createServer((request, response) => {
  if (request.method === "PUT") {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      pages.set(request.url, Buffer.concat(parts));
      response.end();
    });
    return;
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(pages.get(request.url) ?? "nothing");
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.once("disconnect", () => process.exit(0));
