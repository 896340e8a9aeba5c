import type { CandidateFact } from '#db/queries/chat/turn-memory.ts';
import { trimEnd } from '#server/lib/text/trim.ts';
import type { ForgetOrder } from './forgetting.ts';
import { findMeant } from './meant-fact.ts';

/** For models that can't call tools: what an order to forget names, and what the answer to "Which one?" means. */

const EVERYTHING =
  /^(?:everything|all|alles|todo|tout)\b.*\b(?:know|remember|learned|weißt|wisst|gelernt|sabes|saben|sais|savez)\b/i;
/** "Forget that we ship" states the fact itself; "forget the shipping" only names its topic. */
const STATEMENT = /^.{0,60}?\b(?:forget|delete|vergiss|olvida|oublie)\b.{0,20}?(?:\b(?:that|dass|que)\b|\bqu['’])/i;
const numbersIn = (text: string) => [...text.matchAll(/(?<!\p{L})f(\d{1,9})\b/giu)].map(([, digits]) => Number(digits));

/** `text` is the rest of the message after the verb ("Forget", "Delete"). */
export function readForgetOrder(message: string, text: string): ForgetOrder {
  return {
    numbers: /^\[?f\d+\]?(?:[\s,]+(?:(?:and|und|y|et)\s+)?\[?f\d+\]?)*[.!]?$/i.test(text) ? numbersIn(text) : [],
    words: text,
    isStatement: STATEMENT.test(message),
    isEverything: EVERYTHING.test(text),
  };
}

/** An answer to "Which one?" is short. */
const CHOICE_MAX = 60;
const LEAD =
  /^(?:(?:yes|yep|ok|okay|please|no|ja|bitte|sí|si|oui|forget|delete|vergiss|lösch|olvida|borra|oublie|the|den|die|das|el|la|los|las|le|les)[\s,:]+)+/iu;
const NONE = /^(?:no|none|none of (?:them|these|those)|neither|nein|kein\p{L}*(?: davon)?|ningun[oa]|aucune?|non)$/iu;
const ALL =
  /^(?:all|all of (?:them|these|those)|all (?:two|three|four|\d+)|both|both of them|alle|alle (?:zwei|drei|vier)|beide|tod[oa]s|dos|tous|toutes|deux)$/iu;
const YES = /^(?:yes|yep|yeah|ja|genau|sí|si|oui|that one|that|das|diese[rsn]?|ese|esa|es[eo]|celui-là|celle-là)$/iu;
const PLACES: readonly RegExp[] = [
  /^(?:first|1st|erste[nrs]?|primer[oa]?|premi(?:er|ère))(?: one)?$/iu,
  /^(?:second|2nd|zweite[nrs]?|segund[oa]|deuxième|second[e]?)(?: one)?$/iu,
  /^(?:third|3rd|dritte[nrs]?|tercer[oa]?|troisième)(?: one)?$/iu,
];
const LAST = /^(?:last|letzte[nrs]?|últim[oa]|derni(?:er|ère))(?: one)?$/iu;

/**
 * Which of the candidates offered to the owner a message picks: some of them, or none of them (an empty
 * list). Null if the message isn't a reply to "Which one?".
 */
export function readChoice(message: string, candidates: readonly CandidateFact[]): CandidateFact[] | null {
  const whole = trimEnd(message.trim(), /[.!]/);
  if (candidates.length === 0 || whole === '' || whole.length > CHOICE_MAX || whole.includes('?')) return null;
  const text = whole.replace(LEAD, '').trim();
  const numbers = new Set(numbersIn(whole));
  const numbered = candidates.filter(({ number }) => numbers.has(number));
  if (numbered.length > 0) return numbered;
  if (NONE.test(whole) || NONE.test(text)) return [];
  if (ALL.test(text)) return [...candidates];
  const place = LAST.test(text) ? candidates.length - 1 : PLACES.findIndex((pattern) => pattern.test(text));
  if (place !== -1) return candidates[place] ? [candidates[place]] : null;
  if (YES.test(whole) || YES.test(text)) return candidates.length === 1 ? [...candidates] : null;
  const words = text.replace(/ one$/i, '');
  const named = candidates.map((candidate) => ({ ...candidate, subject: '' }));
  const { meant } = findMeant(words, named, { isStatement: false });
  const [only, ...others] = meant;
  return only && others.length === 0 ? candidates.filter(({ id }) => id === only.id) : null;
}
