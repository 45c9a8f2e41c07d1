import { now } from "~/platform/clock";

/**
 * Written with each change that no backup may bring back: of how someone signs in, of who opens their journal, of whether the
 * account goes on. By this moment it is noted beside the backups.
 */
export const securedNow = () => ({ securedAt: now() });
