const WORDS_A_MINUTE = 220;

/** How long that many words take to read, in whole minutes from 1. */
export const minutesToRead = (words: number): number => Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
