/**
 * Letters beyond ASCII of the languages that are written in each encoding. A text without a BOM is in the encoding
 * whose letters it has: office programs use the encoding of their computer.
 */
const ALPHABETS: [encoding: string, languages: string[]][] = [
  [
    'windows-1252',
    ['àâæçéèêëîïôœùûüÿ', 'äöüßé', 'áéíñóúü¿¡ºª', 'àáâãçéêíóôõúü', 'àèéìíòóùú', 'åäöæøé', 'áðéíóúýþæö', 'éëïóöü'],
  ],
  ['macintosh', ['àâæçéèêëîïôœùûüÿ', 'äöüßé', 'áéíñóúü¿¡ºª', 'àáâãçéêíóôõúü', 'àèéìíòóùú', 'åäöæøé', 'éëïóöü']],
  ['windows-1250', ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž', 'áäčďéíĺľňóôŕšťúýž']],
  ['windows-1254', ['çğıöşüâî']],
  ['windows-1257', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž']],
  ['windows-1251', ['абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ']],
  ['koi8-r', ['абвгдежзийклмнопрстуфхцчшщъыьэюяё']],
  ['ibm866', ['абвгдежзийклмнопрстуфхцчшщъыьэюяё']],
  ['windows-1253', ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ']],
  ['windows-1255', ['אבגדהוזחטיכלמנסעפצקרשתךםןףץ']],
  ['windows-1256', ['ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآؤئءپچژگ']],
  ['windows-874', ['กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืุูเแโใไ่้๊๋์็']],
];
/** The most common letters, which distinguish alphabets that use the same bytes. */
const COMMON = 'оеаинтсрвлαοειτσνηυρאויהלתרםבשاليمنوترةงานราเกอสท';
/** Double-byte encodings, with characters that occur in nearly every text. */
const WIDE: [encoding: string, common: RegExp][] = [
  ['shift_jis', /[\u3041-\u3096\u30a1-\u30fa\u30fc円日本月年時分価格品名営業定休]/gu],
  ['euc-jp', /[\u3041-\u3096\u30a1-\u30fa\u30fc円日本月年時分価格品名営業定休]/gu],
  ['euc-kr', /[은는이가을를의에다한로서고기도니습요원시일월화수목금토상품격매장영업안내입]/gu],
  ['gbk', /[的一是不了在有人我他这个中大来上国和地到说们为子时年用价格元名称产品周至点店电话日月每]/gu],
  ['big5', /[的一是不了在有人我他這個中大來上國和地到說們為子時年用價格元名稱產品週至點店電話日月每]/gu],
];
const SAMPLE_BYTES = 65_536;
/** Symbols that appear next to words and numbers in any language. */
const SIGNS = /[€£¥©®™°·•–—‘’“”„…«»§½¼¾×\u00a0]/;
const isHigh = (character: string) => character > '\u007f';

/** How plausible a letter is in its position. */
function scoreLetter(letter: string, before: string, after: string): number {
  const lower = letter.toLowerCase();
  const isLatin = /\p{Script=Latin}/u.test(letter);
  const neighbors = `${before}${after}`;
  // A word in two alphabets, or a capital letter after a small one.
  if (!isLatin && /[a-z]/i.test(neighbors)) return -1;
  if (letter !== lower && /\p{Ll}/u.test(before)) return -0.5;
  // A final sigma occurs only at the end of a word.
  if (letter === 'ς' && /\p{L}/u.test(after)) return -1;
  if (!/\p{L}|\p{M}/u.test(neighbors)) return 0.3;
  return (COMMON.includes(lower) ? 1.2 : 1) - (letter === lower ? 0 : 0.1);
}

/**
 * How well a text fits an alphabet: letters of it within words count for it, everything else that isn't ASCII counts
 * against it.
 */
function fit(text: string, alphabet: Set<string>): number {
  let score = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (!isHigh(character)) continue;
    const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
    const isInWord = /\p{L}/u.test(before) && /\p{L}/u.test(after);
    if (alphabet.has(character.toLowerCase())) score += scoreLetter(character, before, after);
    else if (SIGNS.test(character)) score += isInWord && !/[’·]/.test(character) ? -1 : 0.8;
    else score -= 1;
  }
  return score;
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    // In streaming mode, so that a character cut off at the end of the sample isn't an error.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** The encoding of a text that has no mark and isn't in UTF-8. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const highBytes = sample.reduce((sum, byte) => sum + (byte > 0x7f ? 1 : 0), 0);
  // In text in a multibyte encoding, a good share of the characters are among these common ones.
  const wide = WIDE.flatMap(([encoding, common]) => {
    const text = decodeStrictly(sample, encoding);
    const characters = text === null ? 0 : [...text].filter(isHigh).length;
    const share = text === null || characters === 0 ? 0 : (text.match(common)?.length ?? 0) / characters;
    return share > 0.2 && characters < highBytes * 0.75 ? [{ encoding, score: share }] : [];
  }).toSorted((a, b) => b.score - a.score);
  const single = ALPHABETS.flatMap(([encoding, languages]) => {
    const text = new TextDecoder(encoding).decode(sample);
    return languages.map((letters) => ({ encoding, score: fit(text, new Set(letters)) }));
  }).toSorted((a, b) => b.score - a.score);
  const [bestWide, best] = [wide[0], single[0]];
  if (bestWide && (best?.score ?? 0) < highBytes * 0.8) return bestWide.encoding;
  return best && best.score > 0 ? best.encoding : 'windows-1252';
}

const UTF16_SAMPLE = 4_096;
/** Texts in two bytes per character have zeros in every other byte, at least in their spaces, figures and line ends. */
export function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, UTF16_SAMPLE);
  if (bytes.length % 2 !== 0 || sample.length < 4) return null;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = Math.max(2, sample.length * 0.02);
  if (odd >= enough && even === 0) return 'utf-16le';
  return even >= enough && odd === 0 ? 'utf-16be' : null;
}
