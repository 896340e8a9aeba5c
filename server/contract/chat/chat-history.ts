/**
 * How many messages of a conversation the model receives (CHAT-6). Kept apart from the schemas, so that public pages can mention
 * it.
 */
export const HISTORY_MESSAGES = 10;

/** The longest summary of what was said before those, in characters. */
export const SUMMARY_MAX = 1_200;
