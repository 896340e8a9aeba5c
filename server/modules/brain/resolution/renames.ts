import type { FactName } from '#db/queries/brain/add-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import type { Stated } from './fact-topic.ts';
import { plainText, wordsIn } from './topic-tokens.ts';

const setOf = (words: string) => new Set(words.split(' '));
const ARTICLES = setOf('the our a an der die das den dem unser unsere el la los las nuestro nuestra le les notre nos');
/** What stands right before an old name, and what stands after one. */
const FORMERLY = setOf('formerly previously renamed fruher ehemals bisher antes anciennement rebaptise');
const AFTER = setOf(
  'is are was were has to as into now heisst heissen wird wurde wurden in ahora se pasa appelle est devient',
);
const NAMING =
  /\b(?:now called|now named|renamed|heisst jetzt|umbenannt|ahora se llama|appelle desormais|rebaptise)\b/u;

const normalize = (text: string) => wordsIn(plainText(text)).join(' ');
function withoutArticle(text: string): string {
  const [first = '', ...rest] = normalize(text).split(' ');
  return ARTICLES.has(first) && rest.length > 0 ? rest.join(' ') : [first, ...rest].join(' ');
}

/**
 * How a statement mentions the whole of an old name: "formerly" in "Dark rye, formerly the rye loaf",
 * and null for "loaf" in "The rye loaf is now ...".
 */
function placeOfOldName(statement: string, old: string): 'formerly' | 'plain' | null {
  const padded = ` ${statement} `;
  let found: 'plain' | null = null;
  for (let at = padded.indexOf(` ${old} `); at >= 0; at = padded.indexOf(` ${old} `, at + 1)) {
    const [nearest = '', next = ''] = padded.slice(0, at).trim().split(' ').toReversed();
    const [after = ''] = padded
      .slice(at + old.length + 2)
      .trim()
      .split(' ');
    if (after !== '' && !AFTER.has(after)) continue;
    if (FORMERLY.has(nearest) || (ARTICLES.has(nearest) && FORMERLY.has(next))) return 'formerly';
    if (nearest === '' || ARTICLES.has(nearest)) found = 'plain';
  }
  return found;
}

/**
 * The name that a known subject has from now on, if the statement of a new fact says so; null if it doesn't. The new
 * fact may be about either name: "Rye loaf is now called Dark rye".
 */
export function renamedTo(
  { subject }: Pick<RelatedFact, 'subject'>,
  fact: Pick<Stated, 'subject' | 'value' | 'statement'>,
): string | null {
  const statement = normalize(fact.statement);
  const old = withoutArticle(subject);
  const place = old === '' ? null : placeOfOldName(statement, old);
  const isNaming = NAMING.test(statement);
  // A former price or place isn't a former name: "The rye loaf is $10, previously $9."
  if (place === null || (place === 'plain' && !isNaming)) return null;
  const isAboutOld = withoutArticle(fact.subject) === old;
  if (isAboutOld && !isNaming) return null;
  const name = isAboutOld ? fact.value : fact.subject;
  const isNew = /\p{L}/u.test(name) && withoutArticle(name) !== old && statement.includes(withoutArticle(name));
  return isNew ? name : null;
}

/** The renames that a new fact causes: of known facts' subjects and, to record the old name, of its own. */
export function namesGiven(
  id: FactId,
  fact: Pick<Stated, 'subject' | 'value' | 'statement'> & { language: string },
  known: readonly RelatedFact[],
): FactName[] {
  const names = known.flatMap((other): FactName[] => {
    const subject = renamedTo(other, fact);
    if (subject === null || other.id === id) return [];
    return [{ id: other.id, subject, formerSubject: other.subject, renamedBy: id, language: other.language }];
  });
  const [first] = names;
  return first ? [...names, { ...first, id, language: fact.language }] : [];
}

/** The name that a subject has by now: an old name stands for the new one. */
export function currentName(subject: string, known: readonly RelatedFact[]): string {
  const old = withoutArticle(subject);
  const isFormer = ({ formerSubject = '' }: RelatedFact) =>
    formerSubject !== '' && withoutArticle(formerSubject) === old;
  return known.find(isFormer)?.subject ?? subject;
}
