import { QUOTE_MAX, STATEMENT_MAX, SUBJECT_MAX, VALUE_MAX, type FactKind } from '#contract/brain/brain.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import { isAboutToday, withDates } from '../learning/relative-days.ts';

const MONEY = /[$€£]\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,]*\d)?\s?(?:[$€£]|euros?\b|eur\b|usd\b|dollars?\b|pounds?\b)/i;
/** How answers should be, in English, German, Spanish and French. */
const ABOUT_ANSWERS =
  /\b(?:(?:short|brief|concise|long|detailed|formal|friendly|casual)\w* (?:answers|replies|responses)|answer (?:me )?(?:in|with|briefly|short)|(?:reply|respond) (?:in|with)|emojis?|bullet points?|(?:always|never) sign\b|sign (?:off|as|everything|emails?)\b|(?:kurze|knappe|lange|ausführliche) antworten|antworte|unterschreib\w*|respuestas (?:cortas|breves|largas)|responde|firma como|réponses (?:courtes|brèves|longues)|réponds|signe)/i;
const KINDS: readonly [FactKind, RegExp][] = [
  ['voice', ABOUT_ANSWERS],
  ['product', MONEY],
  ['product', /\b(?:price|cost)s?\b/i],
  ['people', /\b(?:open|close[sd]?|hours|monday|tuesday|wednesday|thursday|friday|saturday|sunday|[ap]m)\b/i],
  ['voice', /\b(?:say|words?|tone|write|sound|call us)\b/i],
  ['customer', /\b(?:customers?|clients?|buyers?|audience)\b/i],
  ['date', /\b(?:goal|deadline|until|by (?:the )?\w+ \d|launch|sale)\b/i],
];
const kindOf = (text: string): FactKind => KINDS.find(([, words]) => words.test(text))?.[0] ?? 'policy';

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
function toSentence(text: string): string {
  const sentence = cutAtWord(onOneLine(text), STATEMENT_MAX - 1);
  const begun = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  return /[.!…。！]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * A fact in the owner's words, said on the day `said` (YYYY-MM-DD). Its amount is kept apart, so a new amount for
 * the same thing replaces it, and a fact about "today" expires with that day.
 */
export function wordForWord(text: string, said: string): ExtractedFact {
  const statement = toSentence(withDates(text, said));
  const amount = MONEY.exec(statement)?.[0] ?? '';
  return {
    statement,
    subject: cutAtWord(onOneLine(statement.replace(amount, '').replace(/[.!]$/, '')) || statement, SUBJECT_MAX),
    attribute: amount === '' ? '' : 'price',
    value: cutAtWord(amount, VALUE_MAX),
    quantity: null,
    unit: '',
    kind: kindOf(statement),
    quote: cutAtWord(text, QUOTE_MAX),
    question: '',
    validFrom: null,
    validUntil: isAboutToday(text, said) ? said : null,
    isLasting: true,
    isAboutBusiness: true,
    relation: 'new',
    relatedTo: null,
    prompt: '',
  };
}
