import { start } from "~/boot.server";

// The server listens only when its settings are right and the database answers.
await start();

export { default, handleError } from "./render-document.server";
