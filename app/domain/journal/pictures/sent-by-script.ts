/** Script sends a chosen picture on its own in this field of its page's form, and the response names it in this header. */
export const ONLY_PICTURES = { field: "takePictures", value: "named", header: "X-Picture" } as const;

/** The service worker answers with this header for a server that was not reached. */
export const KEPT_OFFLINE = "X-Kept-Offline";
