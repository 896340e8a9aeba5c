/** What facts are about, in the order in which they are listed. */
export const FACT_KINDS = ['product', 'policy', 'voice', 'customer', 'people', 'date'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** The heading of a kind's list, and the short name on its filter. */
export const FACT_KIND_NAMES: Record<FactKind, { heading: string; filter: string }> = {
  product: { heading: 'Products and prices', filter: 'Products' },
  policy: { heading: 'Policies', filter: 'Policies' },
  voice: { heading: 'How we sound', filter: 'Voice' },
  customer: { heading: 'Customers', filter: 'Customers' },
  people: { heading: 'Hours and people', filter: 'People' },
  date: { heading: 'Dates and goals', filter: 'Dates' },
};

/** Facts in these states are known to the team. */
export const LIVE_FACT_STATES = ['suggested', 'confirmed', 'conflict'] as const;
/** Facts that were replaced or forgotten. */
export const GONE_FACT_STATES = ['superseded', 'forgotten'] as const;
export const FACT_STATES = [...LIVE_FACT_STATES, ...GONE_FACT_STATES] as const;
export type FactState = (typeof FACT_STATES)[number];

/** What a document, page or automation says is a suggestion until its owner confirms it: anyone may have written it. */
export const SUGGESTION_SOURCES = ['file', 'page', 'automation'] as const;

/** Where a fact is from. */
export type FactSource = 'typed' | 'message' | 'profile' | (typeof SUGGESTION_SOURCES)[number];

/** How many facts of one person can be known at a time. Replaced and forgotten ones don't count. */
export const FACTS_MAX = 10_000;
/** How many of the facts learned from one conversation are loaded at a time. */
export const TAUGHT_MAX = 500;
/** How many times an hour an owner can retry what the model couldn't read. Each retry costs the operator. */
export const READ_AGAIN_PER_HOUR = 5;
/** Facts take at most this many tokens of a prompt. */
export const FACT_TOKENS_MAX = 6_000;
export const STATEMENT_MAX = 300;
export const SUBJECT_MAX = 80;
export const VALUE_MAX = 60;
export const ATTRIBUTE_MAX = 60;
export const UNIT_MAX = 20;
export const QUOTE_MAX = 300;
export const FACT_QUESTION_MAX = 120;
/** How many facts a list returns at a time. */
export const FACTS_PAGE = 50;
/** How many facts of each kind the page shows before "Show all". */
export const FACTS_PER_KIND = 5;
export const FACT_SEARCH_MAX = 200;

export const STATEMENT_TOO_LONG = `Please keep it to one sentence of at most ${STATEMENT_MAX} characters.`;

/** What an answer can cite, and the letter of its mark. */
const CITED_LETTERS = { fact: 'f', passage: 'p', message: 'm' } as const;
export type CitedKind = keyof typeof CITED_LETTERS;

/** What an answer calls one of the things it was given. Facts and passages have numbers of their own; messages are counted per answer, from 1. */
export const markOf = (kind: CitedKind, number: number): string => `${CITED_LETTERS[kind]}${number}`;
/** How an answer cites it; what an answer cites is read in `citations.ts`. */
export const citationOf = (kind: CitedKind, number: number): string => `[${markOf(kind, number)}]`;
