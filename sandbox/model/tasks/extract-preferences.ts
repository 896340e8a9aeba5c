import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

/** What a message says about how answers should be, found by plain rules in English, German and Spanish. */

type Preference = {
  setting: string;
  value: string;
  teammate: string;
  quote: string;
  isLasting: boolean;
  isRemoved: boolean;
};
type Found = Pick<Preference, 'setting' | 'value'> & { isRemoved?: boolean };

const SENTENCE_READ = 400;
const QUOTE_MAX = 300;

/** Words that make a preference lasting. */
const LASTING =
  /\b(?:from now on|going forward|in future|always|never|i prefer|remember|ab jetzt|ab sofort|künftig|immer|nie|niemals|bevorzuge|merke? dir|de ahora en adelante|a partir de ahora|siempre|nunca|prefiero|recuerda)\b/i;
/** Words that limit a preference to one text. */
const ONCE =
  /\b(?:make it|this|here|write|draft|please|diese[mnrs]?|schreib\w*|mach|bitte|esta|este|escribe|haz|por favor)\b/i;
const ABOUT_ANSWERS =
  /\b(?:answers?|repl(?:y|ies)|respond|emojis?|bullet points|lists?|tables?|numbers|prices|antworte\w*|stichpunkte\w*|listen?|tabellen?|respuestas?|listas?|tablas?)\b/i;

const SHORT = /\b(?:short|shorter|brief|concise|kurze?n?|kürzere|cortas?|breves?)\b/i;
const MEDIUM = /\b(?:medium[- ]length|not too (?:short|long)|mittellange?|longitud media)\b/i;
const LONG = /\b(?:long|longer|detailed|thorough|lange|ausführliche?|largas?|detalladas?)\b/i;
const ANSWERS = /\b(?:answers?|repl(?:y|ies)|antworte\w*|respuestas?|responde)\b/i;
const NO_EMOJIS =
  /\b(?:no|without|never use|don['’]t use|stop using|avoid|keine|ohne|sin|nada de|nunca uses|no uses) (?:any )?(?:more )?emojis?\b/i;
const NOW_AND_THEN = /\b(?:now and then|sometimes|occasionally|ab und zu|manchmal|de vez en cuando|a veces)\b/i;
const EMOJIS = /\bemojis?\b/i;
const FREE_EMOJIS =
  /\b(?:may|can|dürfen|darf|puedes?|pueden) (?:use |usar )?emojis?\b|\bemojis? (?:are fine|sind okay|están bien)\b/i;
const NO_SIGN_OFF = /\b(?:no|without a|ohne|keine|sin) (?:sign-?off|grußformel|unterschrift|firma)\b/i;
const SIGN_OFF =
  /\b(?:sign(?: off)?(?: \w+){0,2} (?:as|with)|unterschreib\w*(?: \w+){0,2} (?:als|mit)|firma(?: \w+){0,2} (?:como|con)) (.{1,120})/i;
const AVOID =
  /\b(?:never say|don['’]t say|avoid saying|never use the words?|avoid the words?|sage? niemals|sage? nie|vermeide das wort|vermeide die wörter|nunca digas|no digas|evita las? palabras?) (.{1,200})/i;
const NEVER_QUOTED = /\b(?:never|nie|niemals|nunca) (?=[“"„«])/i;
const MAY = /\b(?:may|can|dürft|puedes) (?:use|say|sagen|decir) /i;
const AGAIN = / (?:again|wieder|otra vez)\b/i;
const QUOTES = /[“"„«”»]/;
/** Where the next wish of a list begins. */
const NEXT_WISH = /[,;] (?:no|without|short|brief|never|and|keine|kurze|und|sin|respuestas|y) /i;

const clean = (text: string) => trimEnd(text.trim(), /[\s.,!]/).replaceAll(/^[“"„«]|[”"“»]$/g, '');

function wordsIn(list: string): string[] {
  const quoted = list.split(QUOTES).flatMap((part, index) => (index % 2 === 1 ? clean(part) : []));
  if (quoted.length > 0) return quoted;
  return list
    .split(/, (?:and |or )?| and | or | und | oder | y | o /)
    .map(clean)
    .filter((word) => word !== '' && word.length <= 40);
}

function signOffIn(sentence: string): Found[] {
  if (NO_SIGN_OFF.test(sentence)) return [{ setting: 'sign_off', value: '' }];
  const [, rest] = SIGN_OFF.exec(sentence) ?? [];
  if (rest === undefined) return [];
  const next = NEXT_WISH.exec(rest)?.index ?? rest.length;
  return [{ setting: 'sign_off', value: clean(rest.slice(0, next)) }];
}

/** What follows the words that a pattern finds, or null. */
function after(sentence: string, pattern: RegExp): string | null {
  const found = pattern.exec(sentence);
  return found && sentence.slice(found.index + found[0].length);
}

function wordsToAvoid(sentence: string): Found[] {
  const allowed = after(sentence, MAY);
  const end = allowed === null ? -1 : allowed.search(AGAIN);
  if (allowed !== null && end !== -1)
    return wordsIn(allowed.slice(0, end)).map((value) => ({ setting: 'avoided_word', value, isRemoved: true }));
  const list = AVOID.exec(sentence)?.[1] ?? after(sentence, NEVER_QUOTED);
  return list === null ? [] : wordsIn(list).map((value) => ({ setting: 'avoided_word', value }));
}

function choicesIn(sentence: string): Found[] {
  const length = SHORT.test(sentence)
    ? 'short'
    : MEDIUM.test(sentence)
      ? 'medium'
      : LONG.test(sentence)
        ? 'as_needed'
        : null;
  const emojis = NO_EMOJIS.test(sentence)
    ? 'never'
    : EMOJIS.test(sentence) && NOW_AND_THEN.test(sentence)
      ? 'sometimes'
      : FREE_EMOJIS.test(sentence)
        ? 'up_to_them'
        : null;
  return [
    ...(length !== null && ANSWERS.test(sentence) ? [{ setting: 'length', value: length }] : []),
    ...(emojis === null ? [] : [{ setting: 'emojis', value: emojis }]),
  ];
}

function findIn(sentence: string): Preference[] {
  const words = wordsToAvoid(sentence);
  const found: Found[] = [...choicesIn(sentence), ...signOffIn(sentence), ...words];
  const isMarked = LASTING.test(sentence);
  if (found.length === 0 && isMarked && ABOUT_ANSWERS.test(sentence) && !sentence.endsWith('?'))
    found.push({ setting: 'sentence', value: sentence.slice(0, 200) });
  const teammate = ASSISTANTS.find(({ name }) => sentence.includes(name))?.name ?? '';
  const isLasting =
    isMarked ||
    words.length > 0 ||
    (!ONCE.test(sentence) && (found.length > 1 || teammate !== '' || ANSWERS.test(sentence)));
  return found.map(({ setting, value, isRemoved = false }) => ({
    setting,
    value,
    teammate,
    quote: sentence.slice(0, QUOTE_MAX),
    isLasting,
    isRemoved,
  }));
}

/** The preferences in a message, and what else it says. */
export function extractPreferences(text: string): { preferences: Preference[]; rest: string } {
  const preferences: Preference[] = [];
  const rest: string[] = [];
  for (const sentence of text.match(/[^.!?\n]+(?:[.!?](?=\d)[^.!?\n]*)*[.!?]?[”"“»]?/g) ?? []) {
    const found = sentence.length > SENTENCE_READ ? [] : findIn(sentence.trim());
    if (found.length > 0) preferences.push(...found);
    else rest.push(sentence);
  }
  return { preferences, rest: preferences.length === 0 ? text : rest.join('\n') };
}
