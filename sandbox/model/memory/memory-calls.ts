import { trimEnd } from '#server/lib/text/trim.ts';
import type { Conversation } from '../chat-request.ts';
import {
  candidatesIn,
  chosenOf,
  correctionIn,
  factsIn,
  factsNamedIn,
  findFacts,
  isPrice,
  wordsOf,
  type Fact,
} from './facts-meant.ts';
import { extractPreferences } from '../tasks/extract-preferences.ts';

/** A call of a tool, as OpenAI sends it. */
export type SandboxCall = { id: string; name: string; arguments: string };

/** What an order may begin with. */
const LEAD = /^(?:(?:actually|and|also|so|please|ok|okay|no|hey \w{1,20}|und|auch|bitte|nein|y|por favor),?\s{1,3})+/i;
const REMEMBER = [
  /^(?:(?:can|could|will|would) you |i(?: want|['’]d like| need) you to |from now on,? )?(?:please )?remember(?! (?:when|to (?!always|never)|that (?:\p{L}{1,20} )?(?:post|draft|day|time)\b))(?: that|:|,)?\s(.+)/iu,
  /^(?:please )?(?:note|keep in mind|bear in mind|make a note|take note|write down|jot down|don['’]t forget|never forget)(?: that|:)\s(.+)/i,
  /^(?:heads[ -]up|just so you know|you should know|for your information|save this|write this down|add (?:this )?to (?:your|the) (?:memory|notes|brain)|memorize)(?: that)?[,:]?\s(.+)/i,
  /^(?!(?:i|we|they|he|she|do you|if) )[^"“„«?]{0,40}?\b(?:remember|memorize|keep in mind|put down|mark down)(?: that|:)\s(.+)/i,
  /^(?:from (?:now|today) on|going forward|for (?:the )?future(?: reference)?|for the record|fyi)[,:]?\s(.+)/i,
  /^(?:merke? dir|merkt euch|merken sie sich|notiere?|schreib(?: dir)? auf|denk daran)(?: bitte)?,?(?: dass|:)?\s(.+)/i,
  /^(?:ab (?:jetzt|sofort|heute)|künftig|in zukunft)[,:]?\s(.+)/i,
  /^vergiss (?:bitte )?nicht, dass\s(.+)/i,
  /^(?:recuerda|acuérdate de|anota|apunta|toma nota de|ten en cuenta|no olvides)(?: que|:)\s(.+)/i,
  /^(?:a partir de (?:ahora|hoy)|desde (?:ahora|hoy)|de ahora en adelante)[,:]?\s(.+)/i,
  /^(?:retiens|retenez|souviens-toi|souvenez-vous|rappelle-toi|notez?|n['’]oublie pas)(?: bien)?(?: que\s| qu['’]|: ?)(.+)/i,
  /^(?:lembra-te|lembre-se|lembra|anota|anote)(?: de)?(?: que|:)\s(.+)/i,
  /^(?:ricordati|ricorda|annota|segnati|tieni (?:a mente|presente))(?: che|:)\s(.+)/i,
  /^(?:onthoud|noteer|vergeet niet)(?: alsjeblieft)?(?:,? dat|:)\s(.+)/i,
];
/** A statement followed by the order to remember it; Japanese always puts the verb last. */
const REMEMBER_LAST = [
  /(?:という)?(?:こと|の)?を?(?:覚えて|メモして)(?:おいて)?(?:ください|ね)?[。！]?$/,
  /[,;]? (?:please |so )?(?:remember|note|keep in mind|keep|write down|make a note of|don['’]t forget) (?:that|this|it)(?: in mind| down)?(?:,? please)?[.!]?$/i,
  /[,;]? (?:bitte )?(?:merke? dir das|merken|notieren|nicht vergessen)(?: bitte)?[.!]?$/i,
  /[,;]? (?:recuérdalo|apúntalo|anótalo|tenlo en cuenta|no lo olvides)[.!]?$/i,
  /[,;]? (?:retiens-le|note-le|ne l['’]oublie pas|ricordatelo|segnatelo|lembra-te disso|onthoud dat)[.!]?$/i,
];
/** Refers to the sentence before. */
const THAT = /^(?:that|this|it|das|eso|ça)[.!]?$/i;
/** Shorthand for an order, too ambiguous to interpret reliably. */
const SHORTHAND = /^(?:rmbr|rem)\b:?\s(.+)/i;
const FORGET = [
  /^(?:(?:you can|you may|can you|could you|i want you to) )?(?:please )?forget\s(.+)/i,
  /^(?:(?:du kannst|kannst du) )?(?:bitte )?(?:vergiss|vergesst)(?: bitte)?,?\s(?!nicht\b)(.+)/i,
  /^(?:olvida|olvídate de|puedes olvidar)\s(?:lo del? )?(.+)/i,
  /^(?:tu peux |vous pouvez )?oublie[rz]?\s(?!pas\b)(.+)/i,
  /^(?:esquece|esqueça|dimentica|puoi dimenticare|vergeet)\s(?!niet\b)(.+)/i,
  /^(.+?)(?:のこと)?[はを]?忘れて(?:ください)?[。！]?$/,
];
/** The same, but what isn't known is then something else, such as a paragraph of a draft. */
const DELETE = [
  /^(?:(?:you can|can you|could you) )?(?:please )?(?:delete|drop|scrap|remove|erase|wipe|clear|get rid of|stop remembering|no need to (?:remember|keep))\s(.+)/i,
  /^(?:bitte )?(?:lösche?|streiche?|entferne)(?: bitte)?\s(.+)/i,
  /^(?:du kannst|kannst du|ihr könnt)\s(.+)\s(?:vergessen|löschen|streichen)$/i,
  /^(.+) kannst du (?:wieder )?(?:vergessen|löschen|streichen)$/i,
  /^(?:borra|elimina|quita)\s(?:lo del? )?(.+)/i,
  /^(?:tu peux |vous pouvez )?(?:efface[rz]?|supprime[rz]?)\s(.+)/i,
  /^(?:apaga|apague|cancella|elimina|verwijder|wis)\s(.+)/i,
];
/** "Forget it, let's write about bread" is about the conversation. */
const ABOUT_THE_CHAT = /^(?:it|this|that|es|das(?! mit\b)|lo|eso|ça|cela)(?:[\s,;.!–—-]|$)/i;
/** An order to forget what the teammate just said. */
const AGAIN = /^(?:it|this|that|das|es|eso|ça)(?: one)? (?:again|wieder|otra vez)$/i;
const EVERYTHING = /^(?:everything|alles|todo|tout|tutto|tudo)\b/i;
/** How a teammate asks what is to be forgotten. A question about the business is no such question. */
const ASKS_WHICH = /\b(?:forget|which one|do you mean|vergessen|meinst du|olvid\w{1,4})\b/i;
/** Refers to a person or thing named in the sentence before. */
const PRONOUN = /\b(?:her|him|them|it|sie|ihn|ella|él|elle|lui)$/i;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const withoutEnd = (text: string) => trimEnd(text.trim(), /[.!?]/);
const asSentence = (text: string) => `${capital(withoutEnd(text))}.`;
const stated = (text: string) => ({
  statement: asSentence(text),
  kind: isPrice(text) ? 'product' : 'policy',
  subject: capital(
    wordsOf(text)
      .filter((word) => !/\d/.test(word))
      .slice(0, 3)
      .join(' '),
  ),
  attribute: isPrice(text) ? 'price' : '',
  value: /[$€£]\s?\d[\d.,]*\d|[$€£]\s?\d/.exec(text)?.[0] ?? '',
  validFrom: null,
  validUntil: null,
});

type Call = { name: string; input: object };

/** Preferences about answers get one call each; anything else is a fact. */
function rememberCalls(order: string, kept: string): Call[] {
  const { preferences } = extractPreferences(order);
  const input = { order, ...stated(kept), isClear: true };
  if (preferences.length === 0) return [{ name: 'remember', input }];
  return preferences.map(({ setting, value, teammate, isRemoved }) => ({
    name: 'remember',
    input: { ...input, kind: 'voice', preference: { setting, value, teammate, isRemoved } },
  }));
}

const firstOf = (patterns: readonly RegExp[], text: string) =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);

/** What should be forgotten, or null. `before` has the previous sentence and the teammate's last answer. */
function readForget(text: string, facts: readonly Fact[], before: { sentence: string; answer: string }) {
  const asked = firstOf(FORGET, text);
  const words = asked ?? firstOf(DELETE, text);
  if (words === undefined) return null;
  const named = factsNamedIn(before.answer, facts);
  if (AGAIN.test(words) && named.length === 1) return { words, numbers: named.map(({ number }) => number) };
  if (ABOUT_THE_CHAT.test(words)) return null;
  const written = [...words.matchAll(/\bf(\d+)\b/g)].map(([, digits]) => Number(digits));
  const [thing = ''] = words.split(/, /);
  const isNamedBefore = PRONOUN.test(thing) && wordsOf(thing).length === 0;
  const found = isNamedBefore ? findFacts(before.sentence, facts, { least: 0.5 }) : findFacts(thing, facts);
  const numbers = written.length > 0 ? written : found.map(({ number }) => number);
  return asked === undefined && numbers.length === 0 ? null : { words, numbers };
}

function readOrder(order: string, facts: readonly Fact[], before: { sentence: string; answer: string }): Call[] {
  const text = order.replace(LEAD, '');
  const unclear = SHORTHAND.exec(text)?.[1];
  if (unclear !== undefined) return [{ name: 'remember', input: { order, ...stated(unclear), isClear: false } }];
  const last = REMEMBER_LAST.find((pattern) => pattern.test(text));
  const kept = firstOf(REMEMBER, text) ?? (last ? text.replace(last, '') : undefined);
  if (kept !== undefined && THAT.test(kept))
    return before.sentence === '' ? [] : rememberCalls(before.sentence, before.sentence);
  if (kept !== undefined) return rememberCalls(order, kept);
  const forgotten = readForget(withoutEnd(text), facts, before);
  if (forgotten === null) return [];
  const { words, numbers } = forgotten;
  return [{ name: 'forget', input: { order, facts: numbers, words, isEverything: EVERYTHING.test(words) } }];
}

/** The orders, one per sentence. A message without orders may correct a fact. */
function readMessage(message: string, answer: string, facts: readonly Fact[]): Call[] {
  const sentences = message.split(/(?<=[.!?])\s+|\n+/).map((sentence) => sentence.trim());
  const calls = sentences.flatMap((sentence, index) => {
    const isOrder = !sentence.endsWith('?') || /^(?:can|could|will|would) you\b/i.test(sentence.replace(LEAD, ''));
    return isOrder ? readOrder(sentence, facts, { sentence: sentences[index - 1] ?? '', answer }) : [];
  });
  const correction = calls.length === 0 ? correctionIn(message, answer, facts) : null;
  if (correction === null) return calls;
  const { fact, statement } = correction;
  return [{ name: 'correct', input: { order: message, fact: fact.number, ...stated(statement) } }];
}

/**
 * The tool calls, if any, with which the model responds to the last message. Found by simple rules, mostly for
 * English, German and Spanish.
 */
export function composeCalls({ instructions, turns, tools = [] }: Conversation): SandboxCall[] {
  const message = turns.at(-1)?.text.trim() ?? '';
  if (tools.length === 0 || message === '') return [];
  const facts = factsIn(instructions);
  const listed = candidatesIn(instructions);
  const answer = turns.at(-2)?.text ?? '';
  const isAsked = ASKS_WHICH.test(answer);
  const chosen = chosenOf(message, listed.length > 0 || !isAsked ? listed : factsNamedIn(answer, facts));
  const orders =
    chosen.length > 0
      ? [{ name: 'forget', input: { order: message, facts: chosen.map(({ number }) => number), words: '' } }]
      : readMessage(message, answer, facts);
  return orders
    .filter(({ name }) => tools.includes(name))
    .map(({ name, input }, index) => ({ id: `call_sandbox_${index + 1}`, name, arguments: JSON.stringify(input) }));
}

/** What the model writes once it is told about its calls. */
const REPLIES: readonly [RegExp, string][] = [
  [/^Forgotten/, 'Gone. Nobody on the team will use it anymore.'],
  [/^Remembered/, 'Noted. Everyone on the team knows it now.'],
  [/^Known already/, 'We knew that already.'],
  [/^Corrected/, 'Thanks, I’ll use the new wording from here on.'],
  [
    /^Nothing was forgotten yet: the owner now has a button/,
    'I know more than one thing about that. Which one should go?',
  ],
  [/^Nothing was forgotten yet/, 'That’s everything we know. Are you sure?'],
  [/^Nothing was kept yet/, 'I’m not sure I read that right. Do you mean this?'],
];

export const composeAfterCalls = (results: readonly string[]): string => {
  const replies = results.map((result) => REPLIES.find(([pattern]) => pattern.test(result))?.[1] ?? result);
  const readings = results
    .filter((result) => result.startsWith('Nothing was kept yet'))
    .map((result) => result.slice(result.indexOf('“'), result.lastIndexOf('”') + 1));
  return [...new Set([...replies, ...readings])].join(' ');
};
