import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { compareValues, kindOfValue, readValue, type ValueRelation } from './fact-value.ts';
import { plainText, stem, tokensOf } from './topic-tokens.ts';

/** The fields of a fact that decide what it is about. */
export type Stated = Pick<
  RelatedFact,
  'kind' | 'subject' | 'attribute' | 'value' | 'quantity' | 'unit' | 'statement' | 'validFrom' | 'validUntil'
> & { language: string };

/**
 * Whether two facts are about the same property of the same thing. "close": the model says so and nothing contradicts
 * it, but the names differ, for example between languages.
 */
type TopicRelation = 'same' | 'close' | 'other';
/**
 * Whether the days of two facts are the same, overlap, or are disjoint. A fact that is always true is apart from one
 * that is true for a while.
 */
type DaysRelation = 'same' | 'overlapping' | 'apart';
export type FactRelation = { topic: TopicRelation; isSameSubject: boolean; days: DaysRelation; value: ValueRelation };

type Topic = { subject: Set<string>; attribute: Set<string>; all: Set<string>; days: Set<string> };

const isPlain = (token: string) => !/^[#@!~]/.test(token);
const isDay = (token: string) => /^@\d$/.test(token);
const isProperty = (token: string) => token.startsWith('#');
const isVariant = (token: string) => token.startsWith('!');

/** Words of a rename. In one, the old name stands for the new one. */
const RENAMED =
  /(?<!\p{L})(?:formerly|previously|used to be|now called|renamed|fruher|ehemals|heisst jetzt|umbenannt|antes|ahora se llama|anciennement|appelle desormais|rebaptise)(?!\p{L})/u;

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((token) => !others.has(token));
const sharesOne = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].some((token) => others.has(token));

function readTopic(fact: Stated): Topic {
  const withShortDays = fact.kind === 'people';
  const inValidity = [fact.validFrom, fact.validUntil].flatMap((day) =>
    day === null ? [] : [`@${Number(day.slice(5, 7))}-${Number(day.slice(8))}`],
  );
  const read = (text: string) => tokensOf(text, { withShortDays }).filter((token) => !inValidity.includes(token));
  const subject = read(fact.subject);
  const attribute = read(fact.attribute);
  const named = [...subject, ...attribute].filter(isDay);
  // "Tuesdays from 2 PM" is about Tuesdays, unless the days are what the fact is about.
  const inValue = readValue(fact).unit === 'clock' || /#closed/.test(read(fact.value).join());
  const days = named.length > 0 || !inValue ? named : read(fact.value).filter(isDay);
  const rest = (tokens: readonly string[]) => new Set(tokens.filter((token) => !isDay(token)));
  const all = rest([...subject, ...attribute]);
  return { subject: rest(subject), attribute: rest(attribute), all, days: new Set(days) };
}

/** Writes a compound word as its parts, where the other fact has them: "Terminabsage" and "Absage von Terminen". */
function splitCompounds(tokens: ReadonlySet<string>, parts: ReadonlySet<string>): Set<string> {
  const split = (token: string): string[] => {
    if (parts.has(token)) return [token];
    for (let at = 3; at <= token.length - 3; at += 1) {
      const [first, last] = [token.slice(0, at), token.slice(at)];
      if (parts.has(stem(first)) && parts.has(last)) return [stem(first), last];
    }
    return [token];
  };
  return new Set([...tokens].flatMap(split));
}

/** The same topic with the words of the other where one is a compound of them. */
const alignTopic = (topic: Topic, other: Topic): Topic => ({
  ...topic,
  subject: splitCompounds(topic.subject, other.all),
  attribute: splitCompounds(topic.attribute, other.all),
  all: splitCompounds(topic.all, other.all),
});

/** Whether the newer fact says that its subject is the other's under a new name. */
function isRenamed(fact: Stated, known: Stated): boolean {
  const text = plainText(fact.statement);
  const said = new Set(tokensOf(fact.statement, { withShortDays: false }));
  const old = tokensOf(known.subject, { withShortDays: false }).filter(isPlain);
  return RENAMED.test(text) && old.length > 0 && old.every((token) => said.has(token));
}

function isSubjectOther(topic: Topic, other: Topic, { fact, known }: { fact: Stated; known: Stated }): boolean {
  if (isRenamed(fact, known)) return false;
  const [plain, otherPlain] = [topic, other].map(({ subject }) => new Set([...subject].filter(isPlain))) as [
    Set<string>,
    Set<string>,
  ]; // reason: two topics
  if (plain.size === 0 || otherPlain.size === 0) return plain.size !== otherPlain.size && !isGeneral(topic, other);
  const [extra, otherExtra] = [without(plain, other.all), without(otherPlain, topic.all)];
  const isOtherLanguage = fact.language !== '' && known.language !== '' && fact.language !== known.language;
  if (!sharesOne(plain, other.all) || !sharesOne(otherPlain, topic.all)) return !isOtherLanguage;
  return extra.length > 0 && otherExtra.length > 0 && !isOtherLanguage;
}

/** Whether one subject is only a property, such as "Opening hours", that the other topic has as well. */
const isGeneral = (topic: Topic, other: Topic) =>
  [topic.subject, other.subject].some((subject) => subject.size > 0 && ![...subject].some(isPlain)) &&
  sharesOne(new Set([...topic.all].filter(isProperty)), other.all);

function isAttributeOther(topic: Topic, other: Topic, values: { isUnlike: boolean }): boolean {
  const { attribute } = topic;
  // Sizes and channels are told apart wherever they are named, if either has one that the other doesn't.
  if ([...without(topic.all, other.all), ...without(other.all, topic.all)].some(isVariant)) return true;
  if (attribute.size === 0 || other.attribute.size === 0) return values.isUnlike;
  const [extra, otherExtra] = [without(attribute, other.all), without(other.attribute, topic.all)];
  if (sharesOne(attribute, other.all) || sharesOne(other.attribute, topic.all))
    return extra.length > 0 && otherExtra.length > 0;
  if ([...attribute].some(isProperty) && [...other.attribute].some(isProperty)) return true;
  return values.isUnlike;
}

/** Days of the week: what is about one day says nothing about another, nor about all of them. */
const areDaysOther = (topic: Topic, known: Topic) =>
  (known.days.size > 0 && topic.days.size > 0 && without(known.days, topic.days).length > 0) ||
  (known.days.size === 0 && topic.days.size > 0);

const isStanding = ({ validFrom, validUntil }: Stated) => validFrom === null && validUntil === null;

function compareDays(fact: Stated, known: Stated): DaysRelation {
  if (fact.validFrom === known.validFrom && fact.validUntil === known.validUntil) return 'same';
  if (isStanding(fact) || isStanding(known)) return 'apart';
  const starts = [fact, known].map(({ validFrom }) => validFrom ?? '').toSorted();
  const ends = [fact, known].map(({ validUntil }) => validUntil ?? '9999').toSorted();
  return (starts[1] ?? '') <= (ends[0] ?? '') ? 'overlapping' : 'apart';
}

/**
 * Whether two facts, at least one of which names no property, state the same kind of figure for the same subject: their
 * values have one unit, and neither their sentences nor a name tell two properties or variants apart.
 */
export function hasSameFigure(fact: Stated, known: Stated): boolean {
  if (fact.attribute.trim() !== '' && known.attribute.trim() !== '') return false;
  const [topic, other] = [readTopic(fact), readTopic(known)];
  if (without(topic.subject, other.subject).length + without(other.subject, topic.subject).length > 0) return false;
  const [value, otherValue] = [readValue(fact), readValue(known)];
  if (kindOfValue(value) !== 'figure' || kindOfValue(otherValue) !== 'figure' || value.unit !== otherValue.unit)
    return false;
  const [said, otherSaid] = [fact, known].map((one) => new Set(tokensOf(one.statement, { withShortDays: false }))) as [
    Set<string>,
    Set<string>,
  ]; // reason: two facts
  const namesOf = (tokens: ReadonlySet<string>, test: (token: string) => boolean) => new Set([...tokens].filter(test));
  const [properties, otherProperties] = [namesOf(said, isProperty), namesOf(otherSaid, isProperty)];
  if (properties.size > 0 && otherProperties.size > 0 && !sharesOne(properties, otherProperties)) return false;
  const isTold = (token: string) => isVariant(token) || isDay(token);
  const [told, otherTold] = [namesOf(said, isTold), namesOf(otherSaid, isTold)];
  return without(told, otherTold).length + without(otherTold, told).length === 0;
}

/** How a newly stated fact relates to a known one. */
export function compareFacts(fact: Stated, known: Stated): FactRelation {
  const [read, readKnown] = [readTopic(fact), readTopic(known)];
  const [topic, other] = [alignTopic(read, readKnown), alignTopic(readKnown, read)];
  const [value, otherValue] = [readValue(fact), readValue(known)];
  const days = compareDays(fact, known);
  const values = compareValues(value, otherValue);
  const isSameDays = without(topic.days, other.days).length + without(other.days, topic.days).length === 0;
  const isSameName = without(topic.all, other.all).length + without(other.all, topic.all).length === 0;
  const hasAttributes = fact.attribute.trim() !== '' && known.attribute.trim() !== '';
  const isSameSubject = !isSubjectOther(topic, other, { fact, known }) && !areDaysOther(topic, other);
  if (isSameName && isSameDays && hasAttributes) return { topic: 'same', isSameSubject: true, days, value: values };
  const kinds = [kindOfValue(value), kindOfValue(otherValue)];
  const isUnlike = values === 'incomparable' || (!kinds.includes('none') && kinds[0] !== kinds[1]);
  const isOther = !isSameSubject || isAttributeOther(topic, other, { isUnlike });
  return { topic: isOther ? 'other' : 'close', isSameSubject, days, value: values };
}
