/** What is right and wrong about the answer to one case; the texts are for whoever reads the failures. */
export type Judgment = {
  /** The expected points that the answer holds. */
  found: string[];
  missed: string[];
  /** How many parts of the answer are right, where the answer has parts that can be counted. */
  right: number;
  /** Parts of the answer that nothing expected. */
  wrong: string[];
  /** What no answer may hold, and this one does. */
  forbidden: string[];
  /** Of the found points that have something to do with a known fact, those that say so, and all of them. */
  related?: { right: number; all: number };
};

/** The judgments of several cases together. */
export type Score = {
  found: number;
  expected: number;
  right: number;
  wrong: number;
  forbidden: number;
  related: { right: number; all: number };
};

const sum = <T>(items: readonly T[], value: (item: T) => number) =>
  items.reduce((total, item) => total + value(item), 0);

export const isWhole = ({ missed, wrong, forbidden }: Judgment): boolean =>
  missed.length + wrong.length + forbidden.length === 0;

export const addUp = (judgments: readonly Judgment[]): Score => ({
  found: sum(judgments, ({ found }) => found.length),
  expected: sum(judgments, ({ found, missed }) => found.length + missed.length),
  right: sum(judgments, ({ right }) => right),
  wrong: sum(judgments, ({ wrong }) => wrong.length),
  forbidden: sum(judgments, ({ forbidden }) => forbidden.length),
  related: {
    right: sum(judgments, ({ related }) => related?.right ?? 0),
    all: sum(judgments, ({ related }) => related?.all ?? 0),
  },
});

// 0/0 counts as 1: no answer has no errors, and no expectation can be missed.
const share = (part: number, all: number) => (all === 0 ? 1 : part / all);

/** Of what was answered, the part that is right. */
export const precisionOf = ({ right, wrong, forbidden }: Score): number => share(right, right + wrong + forbidden);
/** Of what was expected, the part that was answered. */
export const recallOf = ({ found, expected }: Score): number => share(found, expected);
/** The harmonic mean of two shares. */
export const f1Of = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

/**
 * Cohen's kappa: how often two readers agree on a yes-or-no question, beyond chance. 1 means always, 0 no more than by
 * chance. Source: Jacob Cohen, A coefficient of agreement for nominal scales, 1960.
 */
export function kappaOf(pairs: readonly (readonly [boolean, boolean])[]): number {
  const observed = share(pairs.filter(([one, other]) => one === other).length, pairs.length);
  const yesOf = (reader: 0 | 1) => share(pairs.filter((pair) => pair[reader]).length, pairs.length);
  const [one, other] = [yesOf(0), yesOf(1)];
  const byChance = one * other + (1 - one) * (1 - other);
  return byChance === 1 ? 1 : (observed - byChance) / (1 - byChance);
}
