/** How long a browser that has signed in counts as known to an account. */
export const KNOWN_DEVICE_DAYS = 180;

/** At most this many accounts are remembered by one browser. */
export const KNOWN_ACCOUNTS = 5;
