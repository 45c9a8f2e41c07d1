/** A second URL of `auth-me`, with the same responses. */
export { action, loader } from "./auth-me";
