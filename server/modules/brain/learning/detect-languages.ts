/** Shorter texts say too little: "Retouren 30 Tage" looks Danish. In letters. */
const SURE_FROM = 40;
/** What is read of a text to tell its language. */
const READ_CHARACTERS = 2_000;

const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * The language of each text (ISO 639-1), or an empty text where it can't be told. Short ones are taken to be in the language of all of them
 * together, and if that is short, too, in `expected`. The package with its statistics is loaded when it's first needed.
 */
export async function detectLanguages(texts: readonly string[], expected = ''): Promise<string[]> {
  const { eld } = await import('eld/extrasmall');
  const detect = (text: string, otherwise: string): string => {
    const read = text.slice(0, READ_CHARACTERS);
    if (countLetters(read) < SURE_FROM && otherwise !== '') return otherwise;
    const found = eld.detect(read);
    return found.isReliable() ? found.language : otherwise;
  };
  const share = Math.ceil(READ_CHARACTERS / Math.max(texts.length, 1));
  const common = detect(texts.map((text) => text.slice(0, Math.max(share, SURE_FROM))).join('\n'), expected);
  return texts.map((text) => detect(text, common));
}

/** Detects the language of a single text. */
export const detectLanguage = async (text: string): Promise<string> => (await detectLanguages([text]))[0] ?? '';
