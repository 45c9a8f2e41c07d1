/**
 * Cases in which DocumentDB, an independent server that speaks MongoDB's protocol, is known not to do what MongoDB
 * documents. On that server they must fail: one that passes no longer belongs here.
 */
export const documentDb: Record<string, string> = {};
