import { numbersInWords } from '#server/lib/text/number-words.ts';
import { capital, MONEY, priceOf, sentence, type Found } from './fact-rules.ts';

/** A fact and the words that say so. */
type Said = { found: Found; quote: string };

const fact = (kind: string, subject: string, statement: string, value = ''): Found => ({
  kind,
  subject,
  attribute: '',
  value,
  statement: sentence(statement),
  question: '',
});
const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
const partsOf = (answer: string) =>
  answer.split(/[,;\n]\s*(?!\d)|\.\s|\b(?:and|und)\b|\sy\s/).map((part) => part.trim());
const PRICE = new RegExp(
  String.raw`^(?:a |an |the |our )?([\p{L}][\p{L} '’-]{1,40}?)(?: costs?| is| are| for| at|:)?\s+(${MONEY})`,
  'iu',
);
/** "Small mug $18, large mug $24": the price of each thing, from the parts of a sentence that only give prices. */
function listedPrices(text: string): Found[] {
  const list = text.replace(/^(?:we (?:sell|have|offer)|wir (?:verkaufen|haben)|vendemos|tenemos) /i, '');
  const parts = partsOf(list.replace(/[.!]$/, '')).filter((part) => part !== '');
  return parts.flatMap((part) => {
    const [whole, thing, price] = PRICE.exec(part) ?? [];
    return whole === part && thing && price ? [priceOf(thing, price)] : [];
  });
}
const NEVER = /\bnever (?:say |use )?["“]?([\p{L} ]{2,40})/iu;

/** Rules for short answers to the first questions. Full sentences go through the usual rules. */
const ANSWERS: readonly [RegExp, (answer: string) => Said[]][] = [
  [
    /\bsell\b/i,
    (answer) =>
      partsOf(answer).flatMap((part) => {
        const [quote, thing, price] = PRICE.exec(part) ?? [];
        return quote && thing && price ? [{ found: priceOf(thing, price), quote }] : [];
      }),
  ],
  [
    /\bbuys\b/i,
    (answer) => [
      { found: fact('customer', 'Customers', `Our customers are ${lowerFirst(answer)}`), quote: answer.slice(0, 300) },
    ],
  ],
  [
    /\bopen\b/i,
    (answer) =>
      /day|\d/i.test(answer)
        ? [
            {
              found: fact('people', 'Hours', `We are open ${answer}`, answer.slice(0, 60)),
              quote: answer.slice(0, 300),
            },
          ]
        : [],
  ],
  [
    /\bsound\b/i,
    (answer) => {
      const [never, words] = NEVER.exec(answer) ?? [];
      const tone = answer.split(/,? (?:and )?never\b/i)[0] ?? '';
      return [
        ...(tone.trim().length > 3
          ? [{ found: fact('voice', 'Tone', `Our tone is ${lowerFirst(tone.trim())}`), quote: tone.trim() }]
          : []),
        ...(never && words
          ? [{ found: fact('voice', 'Words to avoid', `Words to avoid: ${words.trim()}`), quote: never }]
          : []),
      ];
    },
  ],
];

/** How many characters of an answer are read. */
const ANSWER_READ = 500;

export function factsInAnswer(question: string, answer: string): Said[] {
  const text = answer.trim().slice(0, ANSWER_READ).replace(/[.!]$/, '');
  return text === '' ? [] : (ANSWERS.find(([asked]) => asked.test(question))?.[1](text) ?? []);
}

const COUNTED =
  /\b((?:[\p{L}-]{1,30} )?[\p{L}-]{1,30}) (dollars?|euros?|employees|people|mitarbeiter|leute|empleados|personas)\b/giu;
/** "Twelve employees" as "12 employees". */
export const withDigits = (text: string): string =>
  text.replaceAll(COUNTED, (whole, words: string, unit: string) => {
    const count = numbersInWords(words).at(-1);
    const before =
      words.includes(' ') && numbersInWords(words.split(' ')[0] ?? '').length === 0 ? `${words.split(' ')[0]} ` : '';
    return count === undefined ? whole : `${before}${count} ${unit}`;
  });

/** The same for German and Spanish, and statements about team size in all three languages. */
export const MORE_RULES: readonly [RegExp, (match: RegExpExecArray, text: string) => Found[]][] = [
  [
    /\b(?:we(?:['’]re| are| have)|wir (?:sind|haben)|somos|tenemos) (?:a team of )?(\d{1,5}) (employees|people|mitarbeiter|leute|empleados|personas)\b/i,
    ([, count = '', unit = ''], text) => [fact('people', 'Team', text, `${count} ${unit}`)],
  ],
  [
    new RegExp(
      String.raw`(?:der|die|das|el|la|los|las) ([\p{L}][\p{L} '’-]{1,40}?) (?:kostet|kosten|cuesta|cuestan) (?:jetzt |ahora )?(${MONEY})`,
      'iu',
    ),
    ([, thing = '', price = ''], text) => [
      { ...priceOf(thing, price), subject: capital(thing), statement: sentence(text), question: '' },
    ],
  ],
  [
    /\b(?:wir (?:öffnen|schließen|haben .{0,40}(?:geöffnet|geschlossen|offen|zu))|abrimos|cerramos|estamos abiertos)\b/i,
    (_, text) => [fact('people', 'Hours', text, text.slice(0, 60))],
  ],
  [
    /\b(?:wir (?:liefern|versenden|gewähren|bieten)|enviamos|ofrecemos|no hacemos)\b/i,
    (_, text) => [fact('policy', capital(text.split(/\s+/).slice(0, 4).join(' ')), text)],
  ],
  // Last, because it also matches amounts that are part of something else, in which it finds nothing.
  [/[$€£].*[$€£]/, (_, text) => listedPrices(text)],
];

/** How an English sentence says that something isn't sold anymore. */
const NO_LONGER =
  /\bwe (?:don['’]t|do not|no longer|stopped) (?:sell|selling|offer|offering|make|making|have) (?:the |any )?([\w'’ -]{2,40}?)(?: any ?more)?[.!]?$|^(?:the |our )?([\w'’ -]{2,40}?) (?:is|are) (?:discontinued|no longer available)\b/i;
function goneInEnglish(text: string): string | undefined {
  const [, sold, gone] = /any ?more|no longer|stopped|discontinued/i.test(text) ? (NO_LONGER.exec(text) ?? []) : [];
  return sold ?? gone;
}

/**
 * What isn't sold anymore, as in "We don't sell bagels anymore", "Wir verkaufen keine Bagels mehr" or "Ya no vendemos
 * bagels". Empty if the text doesn't say.
 */
export const goneIn = (text: string): string =>
  goneInEnglish(text) ??
  /\bwir (?:verkaufen|führen|haben|backen|machen) keine?n? ([\p{L} -]{2,40}?) mehr\b/iu.exec(text)?.[1] ??
  /\bya no (?:vendemos|tenemos|hacemos|ofrecemos) (?:los |las |el |la )?([\p{L} -]{2,40})/iu.exec(text)?.[1] ??
  '';
