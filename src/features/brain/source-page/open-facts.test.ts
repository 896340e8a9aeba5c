import { expect, test } from 'vitest';
import { FACT_GROUPS, sureFacts, type OpenFact, type OpenFacts } from './open-facts.ts';

const open = (...ids: string[]) => ids.map((id) => ({ fact: { id }, rivals: [] }) as unknown as OpenFact); // reason: only the id counts

test('facts we’re sure of are selected, and those that need an answer aren’t', () => {
  const facts: OpenFacts = { replaces: open('a', 'b'), unsure: open('c'), new: open('d') };
  expect(sureFacts(facts)).toEqual(['a', 'b', 'd']);
  expect(FACT_GROUPS.map(({ name }) => name)).toEqual(['Replace an older fact', 'Not sure', 'New']);
});
