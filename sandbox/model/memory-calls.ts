import { z } from 'zod';
import { trimEnd } from '#server/lib/text/trim.ts';
import type { Conversation } from './chat-request.ts';
import { readJson } from './read-json.ts';
import { readKnownFacts, readQuoted } from './read-instructions.ts';
import { extractPreferences } from './tasks/extract-preferences.ts';

/** A call of a tool, as OpenAI sends it. */
export type SandboxCall = { id: string; name: string; arguments: string };
type Fact = { number: number; statement: string };

/** What an order may begin with. */
const LEAD = /^(?:(?:actually|and|also|please|ok|okay|hey \w{1,20}|und|auch|bitte|y|por favor),?\s{1,3})+/i;
const REMEMBER = [
  /^(?:(?:can|could) you |i want you to |from now on,? )?(?:please )?remember(?! (?:when|to (?!always)|that (?:\p{L}{1,20} )?(?:post|draft|day)\b))(?: that|:|,)?\s(.+)/iu,
  /^(?:note that|keep in mind that|from now on|for the future:)\s(.+)/i,
  /^(?:merke? dir|notiere?|denk daran)(?: bitte)?,?(?: dass|:)?\s(.+)/i,
  /^vergiss nicht, dass\s(.+)/i,
  /^(?:recuerda|apunta|ten en cuenta|no olvides)(?: que|:)\s(.+)/i,
];
/** Short for an order, which nobody can read for sure. */
const SHORTHAND = /^(?:rmbr|rem)\b:?\s(.+)/i;
const FORGET = [
  /^(?:(?:you can|can you|could you) )?(?:please )?(?:forget|delete|drop|scrap)\s(.+)/i,
  /^(?:vergiss|vergesst|lösche?),?\s(?!nicht\b)(.+)/i,
  /^(?:olvida|borra)\s(?:lo del? )?(.+)/i,
];
/** "Forget it, let's write about bread" is about the conversation. */
const ABOUT_THE_CHAT = /^(?:it|this|that|es|das(?! mit\b)|lo|eso)(?:[\s,;.!–—-]|$)/i;
const EVERYTHING = /^(?:everything|alles|todo)\b/i;
/** "The rye loaf isn't $11, it's $12": what stands before what was known, and before what is right. */
const CORRECTIONS: readonly [RegExp, RegExp][] = [
  [/ (?:isn|aren|doesn|don)['’]t (?:cost )?/i, /, (?:it['’]s|they['’]re|it costs|but) /i],
  [/ kostet nicht /i, /, sondern /i],
  [/ ya no cuesta /i, / sino /i],
];

const STOP_WORDS = new Set(
  'the a an of our we i us is are what you i know about fact stuff that price prices cost costs said told der die das den dem vom unser unsere preis für el la los las de del precio que nuestro nuestra hours was du über weißt wissen das mit'.split(
    ' ',
  ),
);
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));
const isPrice = (text: string) => /[$€£]|\b(?:costs?|kostet|cuesta|euros?)\b/i.test(text);
const asksForPrice = (text: string) => /\b(?:prices?|costs?|preise?|precios?)\b/i.test(text);

/** Those with all words of what is to be forgotten, or else with most of them. */
function findFacts(text: string, facts: readonly Fact[]): Fact[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  const shares = facts.map((fact) => {
    const words = new Set(wordsOf(fact.statement));
    return { fact, share: wanted.filter((word) => words.has(word)).length / wanted.length };
  });
  const best = Math.max(0.6, ...shares.map(({ share }) => share));
  const found = shares.filter(({ share }) => share >= best).map(({ fact }) => fact);
  const priced = found.filter(({ statement }) => isPrice(statement));
  return asksForPrice(text) && priced.length > 0 ? priced : found;
}

const numberOf = (citation: string) => Number(/\d+/.exec(citation)?.[0] ?? 0);

function factsIn(instructions: string): Fact[] {
  const known = readKnownFacts(instructions);
  const suggested = readQuoted(instructions).map(({ citation, text }) => ({ citation, statement: text }));
  return [...known, ...suggested]
    .filter(({ citation }) => citation.startsWith('[f'))
    .map(({ citation, statement }) => ({ number: numberOf(citation), statement }));
}

/** The facts that a teammate's question names with most of their words, in the order in which it does. */
function factsNamedIn(question: string, facts: readonly Fact[]): Fact[] {
  if (!question.includes('?') && !/\bforget\b/i.test(question)) return [];
  const said = wordsOf(question);
  const named = facts.map((fact) => {
    const words = wordsOf(fact.statement);
    return {
      fact,
      share: words.filter((word) => said.includes(word)).length / words.length,
      at: question.indexOf(fact.statement),
    };
  });
  return named
    .filter(({ share }) => share >= 0.8)
    .toSorted((a, b) => a.at - b.at)
    .map(({ fact }) => fact);
}

/** The facts that the person was just asked about, in their order. */
function candidatesIn(instructions: string): Fact[] {
  const line = instructions.split('\n').find((one) => one.startsWith('The person was just asked which of these'));
  const listed = readJson(line?.slice(line.indexOf('[')), z.array(z.string())) ?? [];
  return listed.map((one) => ({ number: numberOf(one), statement: one.replace(/^\[f\d+\] /, '') }));
}

const CHOICES: readonly [RegExp, (facts: readonly Fact[]) => (Fact | undefined)[]][] = [
  [/\b(?:all|both|alle|beide|todos|todas|las dos|los dos)\b/i, (facts) => [...facts]],
  [/\b(?:first|erste[nrs]?|primer[oa]?)\b/i, (facts) => [facts[0]]],
  [/\b(?:second|zweite[nrs]?|segund[oa])\b/i, (facts) => [facts[1]]],
  [/\b(?:third|dritte[nrs]?|tercer[oa]?)\b/i, (facts) => [facts[2]]],
  [/\b(?:last|letzte[nrs]?|últim[oa])\b/i, (facts) => [facts.at(-1)]],
  [/^(?:yes|ja|sí|that one)\b/i, (facts) => (facts.length === 1 ? [...facts] : [])],
];

function chosenOf(message: string, candidates: readonly Fact[]): Fact[] {
  if (candidates.length === 0 || message.length > 60) return [];
  const [, choose] = CHOICES.find(([pattern]) => pattern.test(message)) ?? [];
  const chosen = choose?.(candidates).filter((fact) => fact !== undefined) ?? [];
  if (chosen.length > 0) return chosen;
  const named = findFacts(message.replace(/\bones?\b/i, ''), candidates);
  return named.length === 1 ? named : [];
}

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

/** How answers should be is a call for each wish; anything else is a fact. */
function rememberCalls(order: string, kept: string): Call[] {
  const { preferences } = extractPreferences(order);
  const input = { order, ...stated(kept), isClear: true };
  if (preferences.length === 0) return [{ name: 'remember', input }];
  return preferences.map(({ setting, value, teammate, isRemoved }) => ({
    name: 'remember',
    input: { ...input, kind: 'voice', preference: { setting, value, teammate, isRemoved } },
  }));
}

function readOrder(order: string, facts: readonly Fact[]): Call[] {
  const text = order.replace(LEAD, '');
  for (const [wasSaid, isRight] of CORRECTIONS) {
    const [said = '', after] = withoutEnd(text).split(isRight);
    const [thing = '', before = ''] = after === undefined ? [] : said.split(wasSaid);
    const fact = findFacts(thing, facts).find(({ statement }) => before !== '' && statement.includes(before));
    if (fact)
      return [
        {
          name: 'correct',
          input: { order, fact: fact.number, ...stated(fact.statement.replace(before, after ?? '')) },
        },
      ];
  }
  const unclear = SHORTHAND.exec(text)?.[1];
  if (unclear !== undefined) return [{ name: 'remember', input: { order, ...stated(unclear), isClear: false } }];
  const kept = REMEMBER.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  if (kept !== undefined) return rememberCalls(order, kept);
  const words = FORGET.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  if (words === undefined || ABOUT_THE_CHAT.test(words)) return [];
  const written = [...words.matchAll(/\bf(\d+)\b/g)].map(([, digits]) => Number(digits));
  const [thing = ''] = words.split(/, /);
  const numbers = written.length > 0 ? written : findFacts(thing, facts).map(({ number }) => number);
  return [{ name: 'forget', input: { order, facts: numbers, words, isEverything: EVERYTHING.test(words) } }];
}

/**
 * The calls with which the model answers the last message, by plain rules in English, German and Spanish; usually none.
 */
export function composeCalls({ instructions, turns, tools = [] }: Conversation): SandboxCall[] {
  const message = turns.at(-1)?.text.trim() ?? '';
  if (tools.length === 0 || message === '') return [];
  const facts = factsIn(instructions);
  const listed = candidatesIn(instructions);
  const before = turns.at(-2)?.text ?? '';
  const chosen = chosenOf(message, listed.length > 0 ? listed : factsNamedIn(before, facts));
  const orders =
    chosen.length > 0
      ? [{ name: 'forget', input: { order: message, facts: chosen.map(({ number }) => number), words: '' } }]
      : message
          .split(/(?<=[.!?])\s+|\n+/)
          .filter((sentence) => !sentence.endsWith('?') || /^(?:can|could) you\b/i.test(sentence))
          .flatMap((sentence) => readOrder(sentence.trim(), facts));
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
  [/^Nothing was kept yet/, 'I’m not sure I read that right. Is this what you mean?'],
];

export const composeAfterCalls = (results: readonly string[]): string =>
  [...new Set(results.map((result) => REPLIES.find(([pattern]) => pattern.test(result))?.[1] ?? result))].join(' ');
