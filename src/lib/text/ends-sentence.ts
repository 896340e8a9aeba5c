const ENDS = /[.!?…。！？]["”’)]?$/u;

/** Ends a sentence with a name, adding a period only if needed: none after `Harvest Bread Co.` */
export const endSentence = (text: string): string => (ENDS.test(text) ? text : `${text}.`);

/** `Country loaf page: It sells`, but `Country loaf page. It sells` after a title that ends a sentence. */
export const introduce = (title: string, text: string): string =>
  ENDS.test(title) ? `${title} ${text}` : `${title}: ${text}`;
