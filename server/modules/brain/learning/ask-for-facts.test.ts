import { describe, expect, test } from 'vitest';
import { readStructured } from '#server/modules/model-tasks/structured-answer.ts';
import { UnreadableAnswer } from '#server/prompts/model-task.ts';
import { factsSchema, isUsable, type FactsAskedFor, type FoundFacts } from '#server/prompts/found-facts.ts';
import { askForFacts } from './ask-for-facts.ts';
import { acceptFacts } from './extracted-facts.ts';

const fact = {
  statement: 'Open Monday to Friday.',
  subject: 'Hours',
  value: '',
  kind: 'people',
  quote: 'open Monday to Friday',
  question: '',
  validFrom: null,
  validUntil: null,
  isLasting: true,
  isAboutBusiness: true,
  relation: 'new',
  relatedTo: null,
};
const read = (...facts: object[]) =>
  readStructured(JSON.stringify({ facts: facts.map((one) => ({ ...fact, ...one })) }), factsSchema).facts;

describe('an answer of the model', () => {
  test('an answer loses only unusable fields and the ends of fields that are too long', () => {
    const value = 'Mon–Fri 7 am–3 pm, Sat 8 am–2 pm, closed Sundays and federal holidays';
    const [found] = read({ value, validFrom: 'soon', kind: 'hours', relatedTo: 'f7', isLasting: 'yes', question: 7 });
    expect(found).toMatchObject({
      value: 'Mon–Fri 7 am–3 pm, Sat 8 am–2 pm, closed Sundays and…',
      validFrom: null,
      kind: 'policy',
      relatedTo: null,
      isLasting: true,
      question: '',
    });
  });

  test('an answer loses only the facts that lack a statement or a quote', () => {
    expect(read({}, { statement: 7 }, { quote: '' }, {}).map(isUsable)).toEqual([true, false, false, true]);
  });

  test('an answer without a list of facts is unreadable', () => {
    expect(() => readStructured('{"facts": "none"}', factsSchema)).toThrow(UnreadableAnswer);
  });
});

describe('a quote', () => {
  const accepts = (text: string, quote: string) =>
    acceptFacts(read({ statement: text, quote }), { text, context: '', said: '2026-11-27' }).accepted.length === 1;
  test.each([
    ['定休日は月曜です', '定休日は月曜', true],
    ['定休日は月曜です', '月曜', false],
    ['We close on Mondays', 'We close', true],
    ['We close on Mondays', 'Mondays', false],
    ['We “close” on  Mondays.', 'we close on mondays', true],
    ['We close on Mondays', 'We close on Sundays', false],
  ])('from %j that reads %j counts: %s', (text, quote, isAccepted) => {
    expect(accepts(text, quote)).toBe(isAccepted);
  });
});

test('a secret is dropped, unless the owner shares it with the team', () => {
  const text = 'The guest Wi-Fi password is bean-2024.';
  const found = read({ statement: text, quote: text });
  const source = { text, context: '', said: '2026-11-27' };
  expect(acceptFacts(found, source)).toEqual({ accepted: [], refused: [], hasDropped: true });
  const shared = acceptFacts(found, { ...source, isShareable: true });
  expect(shared).toMatchObject({ accepted: { length: 1 }, hasDropped: false });
});

describe('facts are asked for', () => {
  const [usable] = read({});
  /** Asks a model that gives these answers in turn. */
  async function asking(...answers: (Partial<FoundFacts> | Error | null)[]) {
    const asked: FactsAskedFor[] = [];
    const result = askForFacts({
      ask: async (limits) => {
        asked.push(limits);
        const answer = answers[asked.length - 1];
        if (answer instanceof Error) throw answer;
        return answer ? { facts: [], hasMore: false, ...answer } : null;
      },
      accept: (facts) => ({
        accepted: facts.filter(({ relatedTo }) => relatedTo === null),
        refused: facts.filter(({ relatedTo }) => relatedTo !== null),
      }),
      statementOf: ({ statement }) => statement,
      factsMax: 20,
    });
    return { asked, result: await result.catch((error: unknown) => error) };
  }
  const some = (count: number) => Array.from({ length: count }, () => usable ?? []).flat();
  const unreadable = new UnreadableAnswer('not JSON');

  test('the model is asked once if all facts fit in one answer', async () => {
    const { asked, result } = await asking({ facts: some(3) });
    expect([asked.length, result]).toEqual([1, { facts: some(3), isComplete: true, hasDropped: false }]);
  });

  test('the model is asked for facts in parts if one answer can’t hold them', async () => {
    const { asked, result } = await asking({ facts: some(20), hasMore: true }, { facts: some(4) });
    expect(asked.map(({ alreadyFound }) => alreadyFound.length)).toEqual([0, 20]);
    expect(result).toMatchObject({ facts: { length: 24 }, isComplete: true });
  });

  test('the number of requests for one text is bounded', async () => {
    const { asked, result } = await asking(...Array.from({ length: 9 }, () => ({ facts: some(20), hasMore: true })));
    expect([asked.length, result]).toMatchObject([6, { facts: { length: 120 }, isComplete: false }]);
  });

  test('an unreadable answer is asked for once more in another way', async () => {
    const { asked, result } = await asking(unreadable, { facts: some(2) });
    expect(asked[1]).toMatchObject({ factsMax: 8, problem: 'not JSON' });
    expect(result).toMatchObject({ facts: { length: 2 }, isComplete: true });
    expect((await asking(unreadable, unreadable)).result).toBe(unreadable);
  });

  test('an answer with made-up facts is asked for once more in another way', async () => {
    const invented = { facts: some(1).map((one) => ({ ...one, relatedTo: 1 })) };
    const { asked, result } = await asking(invented, invented, invented);
    expect(asked[1]?.problem).toContain('Open Monday to Friday.');
    expect([asked.length, result]).toEqual([2, { facts: [], isComplete: true, hasDropped: true }]);
    const { result: mended } = await asking(invented, { facts: some(1) });
    expect(mended).toMatchObject({ facts: { length: 1 }, hasDropped: false });
  });

  test('the facts read so far are kept if the rest is unreadable', async () => {
    const { result } = await asking({ facts: some(20), hasMore: true }, unreadable, unreadable);
    expect(result).toMatchObject({ facts: { length: 20 }, isComplete: false });
  });

  test('facts are asked for tomorrow if the budget is spent', async () => {
    expect((await asking(null)).result).toBe('over budget');
  });
});
