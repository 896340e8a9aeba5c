import { z } from 'zod';
import { trimEnd } from '#server/lib/text/trim.ts';
import { readJson } from '../read-json.ts';
import { readKnownFacts, readQuoted } from '../read-instructions.ts';

/** A known fact that a message may be about. */
export type Fact = { number: number; statement: string };

const STOP_WORDS = new Set(
  (
    'the a an of our we i us is are what whatever everything you i know about fact stuff thing that it its her him them price prices cost costs said told have has been with for from to in on at and or these this now ' +
    'der die das den dem des vom ein eine im am um von für und oder ist sind du über unser unsere weißt wissen was mit preis preise kosten kostet beide beiden uhr wir er sie ihn ' +
    'el la los las un una de del en y que es son sabes sobre nuestro nuestra precio precios cuesta cuestan ' +
    'le les du des est sont à nous sommes au prix coûte sur sais ' +
    'il lo prezzo costa o os as do da preço custa het een prijs kost maar van voor am pm h hours'
  ).split(' '),
);
/** Scripts written without spaces: character pairs are compared instead of words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/u;
const pairsOf = (text: string) =>
  [...text].flatMap((one, index, all) => (index === 0 ? [] : `${all[index - 1]}${one}`));

/** The words that say what a text is about, without plurals, prices or the German price suffix. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word.replace(/(?<=\p{L}{3})preise?$/u, '')]))
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));

/** The same word, or one of which the other is the beginning or the end, as in "Brot" and "Roggenbrot". */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= 4 && (long.startsWith(short) || long.endsWith(short)));
}
const countIn = (words: readonly string[], others: readonly string[]) =>
  words.filter((word) => others.some((other) => isSameWord(word, other))).length;

export const isPrice = (text: string): boolean =>
  /[$€£¥円]|(?<!\p{L})(?:costs?|kostet|kosten|cuestan?|euros?|coûte|costa|custa|kost)(?!\p{L})/iu.test(text);
const asksForPrice = (text: string) =>
  /\b(?:prices?|costs?|\w{0,20}preise?|precios?|prix|prezz[oi]|prijs)\b/i.test(text);

/** The facts that contain all words of what should be forgotten, or else most of them. */
export function findFacts(text: string, facts: readonly Fact[], { least = 0.6 } = {}): Fact[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  const shares = facts.map((fact) => ({ fact, share: countIn(wanted, wordsOf(fact.statement)) / wanted.length }));
  const best = Math.max(least, ...shares.map(({ share }) => share));
  const found = shares.filter(({ share }) => share >= best).map(({ fact }) => fact);
  const priced = found.filter(({ statement }) => isPrice(statement));
  return asksForPrice(text) && priced.length > 0 ? priced : found;
}

/**
 * The fact with the most words in common with a text, at least half of its own. A tie goes to the one with a
 * figure from the text, or else to the shorter one.
 */
export function findFactIn(text: string, facts: readonly Fact[]): Fact | null {
  const said = wordsOf(text);
  const counted = facts.map((fact) => {
    const [words, figures] = [wordsOf(fact.statement).filter((word) => !/\d/.test(word)), fact.statement.match(/\d+/g)];
    const count = countIn(words, said);
    const isNamed = figures?.some((figure) => said.includes(figure)) === true;
    return { fact, count: count * 2 < words.length ? 0 : count + (isNamed ? 0.5 : 0) + 0.1 / words.length };
  });
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const [best, ...others] = counted.filter(({ count }) => count === most);
  return best && others.length === 0 ? best.fact : null;
}

const numberOf = (citation: string) => Number(/\d+/.exec(citation)?.[0] ?? 0);

export function factsIn(instructions: string): Fact[] {
  const known = readKnownFacts(instructions);
  const suggested = readQuoted(instructions).map(({ citation, text }) => ({ citation, statement: text }));
  return [...known, ...suggested]
    .filter(({ citation }) => citation.startsWith('[f'))
    .map(({ citation, statement }) => ({ number: numberOf(citation), statement }));
}

/** The facts most of whose words a teammate's message contains, in the order it mentions them. */
export function factsNamedIn(text: string, facts: readonly Fact[]): Fact[] {
  const said = wordsOf(text);
  const named = facts.map((fact) => {
    const words = wordsOf(fact.statement);
    return {
      fact,
      share: words.filter((word) => said.includes(word)).length / words.length,
      at: text.indexOf(fact.statement),
    };
  });
  return named
    .filter(({ share }) => share >= 0.8)
    .toSorted((a, b) => a.at - b.at)
    .map(({ fact }) => fact);
}

/** The facts that the person was just asked about, in their order. */
export function candidatesIn(instructions: string): Fact[] {
  const line = instructions.split('\n').find((one) => one.startsWith('The person was just asked which of these'));
  const listed = readJson(line?.slice(line.indexOf('[')), z.array(z.string())) ?? [];
  return listed.map((one) => ({ number: numberOf(one), statement: one.replace(/^\[f\d+\] /, '') }));
}

const CHOICES: readonly [RegExp, (facts: readonly Fact[]) => (Fact | undefined)[]][] = [
  [/\b(?:all|both|alle|beide|todos|todas|las dos|los dos|toutes|tous)\b/i, (facts) => [...facts]],
  [/\b(?:first|erste[nrs]?|primer[oa]?|premi(?:er|ère))\b/i, (facts) => [facts[0]]],
  [/\b(?:second|zweite[nrs]?|segund[oa]|deuxième)\b/i, (facts) => [facts[1]]],
  [/\b(?:third|dritte[nrs]?|tercer[oa]?|troisième)\b/i, (facts) => [facts[2]]],
  [/\b(?:last|letzte[nrs]?|últim[oa]|derni(?:er|ère))\b/i, (facts) => [facts.at(-1)]],
  [/^(?:yes|ja|sí|oui|that one)\b/i, (facts) => (facts.length === 1 ? [...facts] : [])],
];

/** Which of the candidates a short answer means. */
export function chosenOf(message: string, candidates: readonly Fact[]): Fact[] {
  if (candidates.length === 0 || message.length > 60) return [];
  const [, choose] = CHOICES.find(([pattern]) => pattern.test(message)) ?? [];
  const chosen = choose?.(candidates).filter((fact) => fact !== undefined) ?? [];
  if (chosen.length > 0) return chosen;
  const named = findFacts(message.replace(/\bones?\b/i, ''), candidates);
  return named.length === 1 ? named : [];
}

/** Words that say outright that something isn't right anymore. */
const NOT_ANYMORE =
  /(?<!\p{L})(?:anymore|any more|no longer|these days|nowadays|wrong|incorrect|outdated|nicht mehr|stimmt nicht|falsch|mittlerweile|inzwischen|ya no|está mal|incorrecto|n['’]est plus|ne sommes plus|faux|non più|já não|niet meer|klopt niet|artık|yanlış)(?!\p{L})|間違|直して/iu;
/** Words that say so only together with a new figure or a new state. */
const NOW =
  /(?<!\p{L})(?:now|went (?:up|down)|is (?:up|down) to|raised|lowered|increased|dropped to|(?:changed|moved|switched) to|should (?:be|say)|actually|since|(?:isn|aren|doesn|don)['’]t|instead of|update|correct(?:ion)?|make it|still (?:think|say)|jetzt|nun|sondern|statt|seit|gestiegen|eigentlich|korrigiere?|ändere?|ahora|sino|en vez de|subió a|bajó a|pasó a|en realidad|corrige|cambia|actualiza|maintenant|désormais|au lieu de|est passée?|n['’]est pas|ne coûte pas|en fait|plutôt|ora|adesso|in realtà|agora|nu|oldu)(?!\p{L})|になりました|今は/iu;
const STATE =
  /(?<!\p{L})(?:closed|open|off|free|geschlossen|geöffnet|zu|cerrado|cerrados|abierto|abiertos|fermée?s?|ouverte?s?|chiuso|aperto|fechado|gesloten|open)(?!\p{L})/iu;
/** Doesn't state a fact: a condition or a task for the teammate. */
const NO_STATEMENT =
  /^(?:if|suppose|imagine|wenn|falls|angenommen|si|supón|se)(?!\p{L})|^(?:now |jetzt |ahora |please )?(?:write|draft|create|give|tell|show|list|plan|help|suggest|explain|summarize|translate|use|schreib|erstell|mach|gib|zeig|nenn|escribe|haz|crea|dame|écris|rédige|fais|donne|scrivi|escreve|schrijf)/iu;
const QUOTES = /[“”„«»"]/;
const CORRECTION_READ = 200;
const FIGURE = /\d+(?:[.,:]\d+)*/g;
/** "No, ..." */
const LEAD = /^(?:no|non|nein|nope|não|nee|sorry|actually)[,.]?\s/i;

const figuresIn = (text: string): string[] => text.match(FIGURE) ?? [];

/** What a message corrects: a known fact, and its new wording. `before` is what the teammate said last. */
export function correctionIn(
  message: string,
  before: string,
  facts: readonly Fact[],
): { fact: Fact; statement: string } | null {
  const said = message.replace(LEAD, '').trim();
  if (message.length > CORRECTION_READ || message.includes('?') || QUOTES.test(message) || NO_STATEMENT.test(said))
    return null;
  const isOver = NOT_ANYMORE.test(message);
  if (!isOver && !NOW.test(message)) return null;
  const [onlyNamed, ...others] = factsNamedIn(before, facts);
  const fact = findFactIn(message, facts) ?? (others.length === 0 ? onlyNamed : undefined);
  if (!fact) return null;
  const old = figuresIn(fact.statement);
  const [figure, ...more] = figuresIn(message).filter((one) => !old.includes(one));
  const [replaced] = old;
  if (figure !== undefined && more.length === 0 && old.length === 1 && replaced !== undefined)
    return { fact, statement: fact.statement.replace(replaced, figure) };
  // If no figure replaces another, the new wording is the owner's own.
  return isOver || STATE.test(message) ? { fact, statement: trimEnd(said, /[.!]/) } : null;
}
