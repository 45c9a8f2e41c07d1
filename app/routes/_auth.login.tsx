// The same door under its short address (seed section 2).
export { action, clientAction, default, loader, meta, shouldRevalidate } from "./_auth.auth.login/route";
