/**
 * How many messages of a conversation the model receives (CHAT-6). Kept apart from the schemas, so that public pages can mention
 * it.
 */
export const HISTORY_MESSAGES = 10;
