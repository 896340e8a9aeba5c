import { expect, test } from 'vitest';
import { composeFacts } from './extract-facts.ts';

const valuesIn = (ownerSaid: string) => {
  const text = JSON.stringify({ knownFacts: [], ownerSaid });
  const { facts } = JSON.parse(composeFacts({ instructions: '', turns: [{ role: 'user', text }] } as never)) as {
    facts: { subject: string; value: string }[];
  }; // reason: the task's own answer
  return facts.map(({ subject, value }) => `${subject}: ${value}`);
};

test.each([
  ['Small mug $18, large mug $24', ['Small mug: $18', 'Large mug: $24']],
  ['We sell a small mug for $18 and a large mug for $24.', ['Small mug: $18', 'Large mug: $24']],
  ['Kleine Tasse 18 €, große Tasse 24 €', ['Kleine tasse: 18 €', 'Große tasse: 24 €']],
  ['We paid $300 for the kiln and $40 for a shelf.', []],
  ['Wir liefern ab 30 € für 4 €.', ['Wir liefern ab 30: ']],
])('the sandbox reads a list of prices as one fact for each thing: “%s”', (said, values) => {
  expect(valuesIn(said)).toEqual(values);
});
