import { alignColumns } from '../align-columns.ts';
import { parseCases, type CaseList } from './eval-task.ts';
import { learnCaseSchema, type LearnCase } from './learn.ts';
import { f1Of, kappaOf } from './score.ts';
import { fits, type Point } from './words.ts';

/** What a second reader writes about a message. */
const labelsSchema = learnCaseSchema.pick({ id: true, facts: true, optional: true, never: true });
type Labels = Pick<LearnCase, 'id' | 'facts' | 'optional'>;

/** How many of these facts the other reader has, too. What either of them left open counts neither way. */
function agreed(facts: readonly Point[], other: Labels): { same: number; counted: number } {
  const isAmong = (list: readonly Point[], { says }: Point) => list.some(({ words }) => fits(says, words));
  const counted = facts.filter((fact) => isAmong(other.facts, fact) || !isAmong(other.optional, fact));
  return { same: counted.filter((fact) => isAmong(other.facts, fact)).length, counted: counted.length };
}

/** How far two readers agree on what is to be learned from the same messages. */
export function compareReaders(pairs: readonly (readonly [Labels, Labels])[]): {
  messages: number;
  kappa: number;
  f1: number;
} {
  const total = (counts: readonly { same: number; counted: number }[]) => {
    const counted = counts.reduce((sum, one) => sum + one.counted, 0);
    return counted === 0 ? 1 : counts.reduce((sum, one) => sum + one.same, 0) / counted;
  };
  return {
    messages: pairs.length,
    kappa: kappaOf(pairs.map(([one, other]) => [one.facts.length > 0, other.facts.length > 0])),
    f1: f1Of(
      total(pairs.map(([one, other]) => agreed(other.facts, one))),
      total(pairs.map(([one, other]) => agreed(one.facts, other))),
    ),
  };
}

/** The agreement over all messages that both readers labeled, in a table. Shows no message. */
export function reportAgreement(first: readonly CaseList[], second: readonly CaseList[]): string {
  const byId = new Map(second.flatMap((list) => parseCases(labelsSchema, list)).map((one) => [one.id, one]));
  const labeled = first.flatMap((list) => parseCases(learnCaseSchema, list));
  const pairs = labeled.flatMap((one): [Labels, Labels][] => {
    const other = byId.get(one.id);
    return other ? [[one, other]] : [];
  });
  const { messages, kappa, f1 } = compareReaders(pairs);
  return alignColumns([
    ['messages', 'kappa (any fact or none)', 'F1 of the facts'],
    [String(messages), kappa.toFixed(2), f1.toFixed(2)],
  ]).join('\n');
}
