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

/** Numbers and words, a plural like its singular. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\d+(?:[.,:]\d+)*|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')));
}

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => others.has(word)).length / words.size;
}

/** The fact that a request to forget names almost word for word, or those that it may mean. */
export function findMeant(
  request: string,
  known: readonly RelatedFact[],
): { meant: RelatedFact | null; similar: RelatedFact[] } {
  const asked = wordsOf(request);
  const compared = known.map((fact) => {
    const stated = wordsOf(fact.statement);
    const shares = [shareOf(stated, asked), shareOf(asked, new Set([...stated, ...wordsOf(fact.subject)]))];
    return { fact, least: Math.min(...shares), most: Math.max(...shares) };
  });
  const [meant, ...others] = compared.filter(({ least }) => least >= MEANT_SHARE);
  if (meant && others.length === 0) return { meant: meant.fact, similar: [] };
  const similar = meant ? [meant, ...others] : compared.filter(({ most }) => most >= SIMILAR_SHARE);
  return { meant: null, similar: similar.map(({ fact }) => fact) };
}
