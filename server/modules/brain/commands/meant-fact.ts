import type { RelatedFact } from '#db/queries/brain/learning.ts';

/** A fact is meant if this share of its words is in the request, and as much of the request in the fact. */
const MEANT_SHARE = 0.9;
/** From this share on, of either, it is worth asking. */
const SIMILAR_SHARE = 0.6;

/** Words that say nothing, in English, German, Spanish and French. Words that deny something are none of them. */
const STOP_WORDS = new Set(
  (
    'the a an of and or that this is are was were we our us you your i my it its to for in on at with about ' +
    'der die das den dem des ein eine einen einem wir unser unsere ist sind und oder zu zum zur im am auf mit für von dass ' +
    'el la los las un una del de y que es son en con para por nuestro nuestra ' +
    'le les une des du et ou est sont au aux avec pour nous notre nos'
  ).split(' '),
);

const singular = (word: string) => word.replace(/(?<=\p{L}{3})s$/u, '');
/** Numbers and words, a plural like its singular. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\d+(?:[.,:]\d+)*|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(singular));
}

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => others.has(word)).length / words.size;
}

/**
 * Words that owners use for a property, and a pattern that recognizes facts about it. Same languages as the stop
 * words.
 */
const PROPERTIES: readonly { said: ReadonlySet<string>; isIn: RegExp }[] = [
  {
    said: new Set('price prices cost costs preis preise kosten precio precios prix'.split(' ').map(singular)),
    isIn: /[$€£¥]|\b(?:usd|eur|euros?|dollars?|costs?|prices?|kostet|preis|cuesta|precio|coûte|prix)\b/i,
  },
  {
    said: new Set('hour hours opening öffnungszeiten uhrzeiten horario horarios horaires'.split(' ').map(singular)),
    isIn: /\b(?:open|opens|close[sd]?|hours|geöffnet|offen|geschlossen|abierto|cerrado|abrimos|cerramos|ouvert|ouverts|fermé|fermés)\b/i,
  },
];

/** The facts that a request to forget names, or those that it may mean. */
export function findMeant<Fact extends Pick<RelatedFact, 'statement' | 'subject'>>(
  request: string,
  known: readonly Fact[],
  { isStatement = true }: { isStatement?: boolean } = {},
): { meant: Fact[]; similar: Fact[] } {
  const asked = wordsOf(request);
  const compared = known.map((fact) => {
    const stated = wordsOf(fact.statement);
    const said = new Set([...stated, ...wordsOf(fact.subject)]);
    for (const { said: names, isIn } of PROPERTIES)
      if (isIn.test(fact.statement)) for (const name of names) said.add(name);
    const shares = [shareOf(stated, asked), shareOf(asked, said)];
    return { fact, named: shares[1] ?? 0, least: Math.min(...shares), most: Math.max(...shares) };
  });
  const factsOf = (found: readonly { fact: Fact }[]) => found.map(({ fact }) => fact);
  const whole = compared.filter(({ least }) => least >= MEANT_SHARE);
  // “Forget the price of the rye loaf” names what a fact is about; “Forget that it costs $11” says what it says.
  const about = isStatement ? [] : compared.filter(({ named }) => named >= MEANT_SHARE);
  const meant = whole.length > 0 ? whole : about;
  return { meant: factsOf(meant), similar: factsOf(compared.filter(({ most }) => most >= SIMILAR_SHARE)) };
}
