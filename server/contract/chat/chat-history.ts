/** Chat history sent to the model: the last ten messages (spec §9). Apart from the schemas, so that public pages can say it. */
export const HISTORY_MESSAGES = 10;
