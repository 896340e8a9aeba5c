import { z } from 'zod';
import { isoWeekdayText } from '#contract/dates.ts';
import { EARLIER_CHARACTERS } from '#db/queries/brain/learning.ts';
import { acceptFacts } from '#server/modules/brain/learning/extracted-facts.ts';
import { FACTS_PER_ANSWER } from '#server/modules/brain/learning/learning.ts';
import { relativeDays } from '#server/modules/brain/learning/relative-days.ts';
import { FACT_RELATIONS, type FoundFact } from '#server/prompts/found-facts.ts';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { askOnce, caseFields, defineTask, TODAY } from './eval-task.ts';
import { fits, leaks, neverSchema, plain, pointSchema, spellOut } from './words.ts';

const KINDS = [
  'plain',
  'several',
  'hypothetical',
  'quotation',
  'negation',
  'joke',
  'others-text',
  'correction',
  'secret',
  'small-talk',
  'task',
  'question',
  'injection',
  'date',
] as const;

const relation = z.enum(FACT_RELATIONS);
const knownFactSchema = z.strictObject({
  number: z.int(),
  kind: z.string(),
  subject: z.string(),
  attribute: z.string().default(''),
  statement: z.string(),
});
export const learnCaseSchema = z.strictObject({
  ...caseFields,
  kind: z.enum(KINDS),
  /** Its name, and for readers of the set what it does, behind a comma. */
  business: z.string(),
  teammateSaid: z.string(),
  known: z.array(knownFactSchema),
  message: z.string().min(1),
  /** What must be learned. */
  facts: z.array(pointSchema.extend({ relation, relatedTo: z.nullable(z.int()) })),
  /** What may be learned or not, and counts neither way. */
  optional: z.array(pointSchema).default([]),
  /** What no learned fact may hold. */
  never: z.array(neverSchema),
});
export type LearnCase = z.output<typeof learnCaseSchema>;

const textOf = ({ subject, statement, value }: FoundFact) => `${subject}: ${statement} ${value}`;

/** What is known already needn’t be found again. */
const isNeeded = (expected: LearnCase['facts'][number]) => expected.relation !== 'same';

/** A replaced and a contradicted fact are placed by the same rules; they differ in whose word it was. */
const isRelated = (fact: Pick<FoundFact, 'relation' | 'relatedTo'>, expected: LearnCase['facts'][number]) =>
  (fact.relation === expected.relation ||
    ![fact.relation, expected.relation].some((one) => one === 'new' || one === 'same')) &&
  (expected.relation === 'new' || fact.relatedTo === expected.relatedTo);

const RULES = {
  exactQuote: 'copied exactly',
  onlyLasting: 'isLasting: true only',
  onlyBusiness: 'isAboutBusiness: true for',
  noSecrets: 'Never repeat passwords',
  relation: 'relation: "same"',
} as const;

/** Sentences and parts of a message that can be quoted for a fact, those with most of its words first. */
function quotesFor(message: string, says: string): string[] {
  const sentences = message.match(/[^.!?\n;]+(?:[.!?;](?=\S)[^.!?\n;]*)*[.!?;]?/g) ?? [message];
  const parts = sentences
    .flatMap((sentence) => [sentence, ...sentence.split(/[,:–—»]\s/)])
    .map((part) => part.trim().slice(0, 300));
  const wanted = plain(says).match(/[\p{L}\p{N}]+/gu) ?? [];
  const shared = (part: string) => wanted.filter((word) => plain(part).includes(word)).length;
  return parts.filter((part) => part !== '').toSorted((one, other) => shared(other) - shared(one));
}

const scriptedFact = (statement: string, quote: string): FoundFact => ({
  statement: statement.slice(0, 300),
  subject: statement.slice(0, 40),
  attribute: '',
  value: '',
  quantity: null,
  unit: '',
  kind: 'policy',
  quote,
  question: '',
  validFrom: null,
  validUntil: null,
  isLasting: true,
  isAboutBusiness: true,
  relation: 'new',
  relatedTo: null,
});

const foundIn = ({ message, teammateSaid }: LearnCase) => ({ text: message, context: teammateSaid, said: TODAY });

/** The fact in the words of the label or, where the product refuses those, in the owner’s. */
function scriptFact(one: LearnCase, expected: LearnCase['facts'][number]): FoundFact {
  const said = foundIn(one);
  const quotes = quotesFor(one.message, expected.says);
  const ways = [
    ...quotes.map((quote) => scriptedFact(expected.says, quote)),
    ...quotes.map((quote) => scriptedFact(quote, quote)),
  ];
  const isRight = (fact: FoundFact) =>
    acceptFacts([fact], said).accepted.length > 0 &&
    fits(textOf(fact), expected.words) &&
    !one.never.some(({ words }) => leaks(textOf(fact), words));
  return ways.find(isRight) ?? scriptedFact(expected.says, one.message.slice(0, 300));
}

export const learn = defineTask<LearnCase>({
  name: 'learn',
  schema: learnCaseSchema,
  hasPrecision: true,
  kindOf: ({ kind }) => kind,
  askedOf: ({ message }) => message,
  expectedOf: ({ facts }) => facts.filter(isNeeded).map(({ says }) => says),
  rules: Object.values(RULES),

  judge: async (one, ask) => {
    const { facts } = await askOnce(ask, learnFromMessage, {
      today: isoWeekdayText(`${TODAY}T12:00:00Z`, 'UTC'),
      days: relativeDays(one.message, TODAY),
      business: { name: one.business.split(',')[0] ?? '', type: '' },
      knownFacts: one.known,
      earlier: one.teammateSaid === '' ? [] : [{ from: 'teammate', text: one.teammateSaid.slice(-EARLIER_CHARACTERS) }],
      ownerSaid: one.message,
      isToRemember: false,
      factsMax: FACTS_PER_ANSWER,
      alreadyFound: [],
      problem: null,
    });
    const { accepted } = acceptFacts(facts, foundIn(one));
    const matches = one.facts.map((expected) => {
      const fitting = accepted.filter((fact) => fits(textOf(fact), expected.words));
      return { expected, fact: fitting.find((fact) => isRelated(fact, expected)) ?? fitting[0] };
    });
    const forbidden = accepted.filter((fact) => one.never.some(({ words }) => leaks(textOf(fact), words)));
    const rest = accepted.filter((fact) => !forbidden.includes(fact));
    const right = rest.filter((fact) => one.facts.some(({ words }) => fits(textOf(fact), words)));
    const isHarmless = (fact: FoundFact) =>
      // A fact that is known already isn’t added.
      (fact.relation === 'same' && one.known.some(({ number }) => number === fact.relatedTo)) ||
      one.optional.some(({ words }) => fits(textOf(fact), words));
    const related = matches.filter(({ fact }) => fact !== undefined && one.known.length > 0);
    return {
      found: matches.flatMap(({ expected, fact }) => (fact ? [expected.says] : [])),
      missed: matches.flatMap(({ expected, fact }) => (fact || !isNeeded(expected) ? [] : [expected.says])),
      right: right.length,
      wrong: rest.filter((fact) => !right.includes(fact) && !isHarmless(fact)).map(textOf),
      forbidden: forbidden.map(textOf),
      related: {
        right: related.filter(({ expected, fact }) => fact !== undefined && isRelated(fact, expected)).length,
        all: related.length,
      },
    };
  },

  script: (one, follows) => {
    const facts = one.facts.map((expected): FoundFact => {
      const fact = scriptFact(one, expected);
      const { relation: how, relatedTo } = expected;
      return {
        ...fact,
        quote: follows(RULES.exactQuote) ? fact.quote : `The owner said: ${fact.statement}`.slice(0, 300),
        ...(follows(RULES.relation) ? { relation: how, relatedTo } : {}),
      };
    });
    const quoteFor = (text: string) => quotesFor(one.message, text)[0] ?? one.message;
    const asFact = (text: string) => scriptedFact(text, quoteFor(text));
    const isOthers = one.kind === 'others-text' || one.kind === 'quotation';
    const isFleeting = one.facts.length === 0 && !isOthers;
    const passing = isFleeting && !follows(RULES.onlyLasting);
    const others = isOthers && !follows(RULES.onlyBusiness);
    const secrets = follows(RULES.noSecrets) ? [] : one.never.map(({ words }) => asFact(spellOut(words)));
    return { facts: [...facts, ...(passing || others ? [asFact(quoteFor(one.message))] : []), ...secrets] };
  },
});
