import { describe, expect, test } from 'vitest';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { formatUsed, type Used } from '../../scripts/eval/cost.ts';
import { compareReaders, reportAgreement } from '../../scripts/eval/tasks/agreement.ts';
import { parseCases, TASK_NAMES, type EvalCase, type TaskName } from '../../scripts/eval/tasks/eval-task.ts';
import { learnCaseSchema } from '../../scripts/eval/tasks/learn.ts';
import { readCases, readLists, TASKS } from '../../scripts/eval/tasks/read-cases.ts';
import { failuresOfRun, reportFailures, reportTable } from '../../scripts/eval/tasks/report-task.ts';
import { runCases, type Run } from '../../scripts/eval/tasks/run-cases.ts';
import { addUp, f1Of, kappaOf, precisionOf, recallOf } from '../../scripts/eval/tasks/score.ts';
import { fits, leaks } from '../../scripts/eval/tasks/words.ts';

const casesOf: Record<TaskName, EvalCase[]> = {
  learn: readCases('learn'),
  summary: readCases('summary'),
  automation: readCases('automation'),
  blanks: readCases('blanks'),
  image: readCases('image'),
};
const ONE_AT_A_TIME = { concurrency: 1, without: null };
/** All cases, answered from their labels. */
const fromLabels: Record<TaskName, Promise<Run>> = {
  learn: runCases(casesOf.learn, null, ONE_AT_A_TIME),
  summary: runCases(casesOf.summary, null, ONE_AT_A_TIME),
  automation: runCases(casesOf.automation, null, ONE_AT_A_TIME),
  blanks: runCases(casesOf.blanks, null, ONE_AT_A_TIME),
  image: runCases(casesOf.image, null, ONE_AT_A_TIME),
};

function scoresOf({ outcomes }: Pick<Run, 'outcomes'>) {
  expect(outcomes.filter(({ judgment }) => judgment === null)).toEqual([]);
  const score = addUp(outcomes.flatMap(({ judgment }) => judgment ?? []));
  const { right, all } = score.related;
  return { precision: precisionOf(score), recall: recallOf(score), related: all === 0 ? 1 : right / all };
}

const answering = (answer: string): ModelGateway => ({
  answer: async ({ onText }) => {
    onText(answer);
    return { inputTokens: 10, outputTokens: 5 };
  },
});

describe('the words of a label', () => {
  const words = [
    ['blue mug', 'tasse'],
    ['9:00', '9 am'],
  ];

  test.each([
    ['The Blue  Mug, from 9 AM.', true],
    ['Die Tasse ab 9:00 Uhr', true],
    ['The blue mug', false],
    ['The blue mug, until 19:00', false],
  ])('the words of a label fit a text that has one spelling of each group: %s', (text, isFit) => {
    expect(fits(text, words)).toBe(isFit);
  });

  test('a secret is given away even as part of a longer number', () => {
    expect(leaks('4492111122223333', [['4492']])).toBe(true);
    expect(fits('4492111122223333', [['4492']])).toBe(false);
  });
});

describe('the sets', () => {
  test.each([
    ['learn', 150],
    ['summary', 40],
    ['automation', 30],
    ['blanks', 40],
    ['image', 20],
  ] as const)('the set for %s has %d cases, a third of them held out, each with its own id', (task, count) => {
    const cases = casesOf[task];
    expect(cases).toHaveLength(count);
    expect(cases.filter(({ isHeldOut }) => isHeldOut)).toHaveLength(count - Math.ceil((count * 2) / 3));
    expect(new Set(cases.map(({ id }) => id)).size).toBe(count);
  });

  test('a case that doesn’t fit its schema is named by its id and field, and never quoted', () => {
    const cases = [{ id: 'l-001', language: 'en', message: 'Our secret recipe' }];
    const read = () => parseCases(learnCaseSchema, { cases, file: 'held-out/learn.json' });
    expect(read).toThrow(/^held-out\/learn\.json: l-001: kind invalid_value, business invalid_type/);
    expect(read).not.toThrow('recipe');
  });
});

describe('answers written from the labels', () => {
  test.each([
    // The product refuses a right fact that writes out a year its owner abbreviated.
    ['learn', 0.98],
    ['summary', 1],
    ['automation', 1],
    ['blanks', 1],
    ['image', 1],
  ] as const)(
    'answers written from the labels have nothing wrong in %s, and a recall of at least %d',
    async (task, least) => {
      const { precision, recall, related } = scoresOf(await fromLabels[task]);
      expect({ precision, related }).toEqual({ precision: 1, related: 1 });
      expect(recall).toBeGreaterThanOrEqual(least);
    },
  );

  const rules = TASK_NAMES.flatMap((task) => TASKS[task].rules.map((rule) => [task, rule] as const));
  test.each(rules)(
    'answers written from the labels score less in %s when the instructions lose the rule “%s”',
    async (task, rule) => {
      // Learning has cases of many kinds, each for a few of the rules.
      const some = task === 'learn' ? casesOf.learn : casesOf[task].slice(0, 10);
      const run = await runCases(some, null, { concurrency: 1, without: rule });
      expect(run.linesLeftOut).toBe(some.length);
      const whole = (await fromLabels[task]).outcomes.filter(({ one }) => some.includes(one));
      const lowest = ({ precision, recall, related }: ReturnType<typeof scoresOf>) =>
        Math.min(f1Of(precision, recall), related);
      expect(lowest(scoresOf(run))).toBeLessThan(lowest(scoresOf({ outcomes: whole })));
    },
  );
});

describe('a run', () => {
  const cases = casesOf.learn;
  const learn = TASKS.learn;

  test('a run fails if an answer doesn’t have the form that was asked for', async () => {
    const { outcomes } = await runCases(cases, answering('I found nothing.'), ONE_AT_A_TIME);
    expect(failuresOfRun(learn, outcomes, null)).toEqual([
      `${cases.length} of ${cases.length} answers don’t have the form that was asked for.`,
    ]);
    expect(reportTable(learn, outcomes), 'all of it is missed').toMatch(/^open +100 +1\.00 +0\.00 +0\.00 .* 100 +0$/m);
  });

  test('a run fails if a case gets no answer, and still asks about the others', async () => {
    let asked = 0;
    const model: ModelGateway = {
      answer: (request) => {
        asked += 1;
        if (asked === 1) return Promise.reject(new ModelError('timeout', { code: 'total' }));
        return answering('{"facts": []}').answer(request);
      },
    };
    const { outcomes, used } = await runCases(cases, model, ONE_AT_A_TIME);
    expect(failuresOfRun(learn, outcomes, null)).toEqual([`1 of ${cases.length} cases got no answer.`]);
    expect(used).toEqual({
      requests: cases.length - 1,
      inputTokens: (cases.length - 1) * 10,
      outputTokens: (cases.length - 1) * 5,
      isCounted: true,
    });
  });

  test('a run fails below the required score, for the open and the held-out cases', async () => {
    const { outcomes } = await runCases(cases, answering('{"facts": []}'), ONE_AT_A_TIME);
    expect(failuresOfRun(learn, outcomes, null)).toEqual([]);
    expect(failuresOfRun(learn, outcomes, 0.5)).toEqual([
      'The open cases score 0.00, which is less than 0.5.',
      'The held-out cases score 0.00, which is less than 0.5.',
    ]);
  });

  test('a report shows both figures, and the open cases by kind and language', async () => {
    const { outcomes } = await fromLabels.learn;
    const names = reportTable(learn, outcomes)
      .split('\n')
      .map((line) => /^ *[a-z -]+?(?= {2,})/.exec(line)?.[0]?.trim());
    expect(names).toEqual(expect.arrayContaining(['open', 'hypothetical', 'secret', 'de', 'held out']));
  });

  test('a report shows what is wrong with open cases, and nothing of held-out ones', async () => {
    const { outcomes } = await runCases(cases, answering('{"facts": []}'), ONE_AT_A_TIME);
    const text = reportFailures(outcomes);
    expect(text).toContain('  missed: ');
    for (const { id, asked, isHeldOut } of cases) {
      if (isHeldOut) expect(text.includes(id) || text.includes(asked), id).toBe(false);
    }
  });

  test('a run is expected to take one request for each message, with the task’s usual length of an answer', async () => {
    const { expected } = await fromLabels.learn;
    expect(expected).toMatchObject({ requests: 150, outputTokens: 150 * 300, isCounted: false });
    expect(expected.inputTokens).toBeGreaterThan(150 * 300);
  });
});

test('a cost is given in dollars where the prices are known', () => {
  const used: Used = { requests: 150, inputTokens: 100_000, outputTokens: 45_000, isCounted: true };
  const prices = { inputUsdPerMillion: 0.5, outputUsdPerMillion: 2 };
  expect(formatUsed(used, prices)).toBe('150 requests, 100,000 tokens in and 45,000 out, $0.1400');
  expect(formatUsed({ ...used, isCounted: false }, null)).toMatch(/out \(estimated\), cost not known/);
  expect(formatUsed(used, 'free')).toMatch(/, free$/);
});

describe('the agreement of two readers', () => {
  const fact = (says: string) => ({ says, words: [[says]], relation: 'new' as const, relatedTo: null });
  const labels = (id: string, facts: string[], optional: string[] = []) => ({
    id,
    facts: facts.map(fact),
    optional: optional.map(fact),
  });

  test('kappa compares how often two readers find any fact, beyond chance', () => {
    const pairs = (yes: boolean, other: boolean, count: number) =>
      Array.from({ length: count }, () => [yes, other] as const);
    // 20 times yes and 15 times no by both, 5 and 10 times apart: 0.7 observed, and 0.5 by chance.
    expect(
      kappaOf([
        ...pairs(true, true, 20),
        ...pairs(true, false, 5),
        ...pairs(false, true, 10),
        ...pairs(false, false, 15),
      ]),
    ).toBeCloseTo(0.4);
    expect(kappaOf(pairs(true, true, 3))).toBe(1);
  });

  test('a second reader’s labels exist for a third of the messages, and agree', () => {
    const report = reportAgreement(readLists('learn.json'), readLists('learn-second-reader.json'));
    expect(report).toMatch(/^50 +1\.00 +0\.99$/m);
  });

  test('the F1 of two readers’ facts leaves out those that one of them left open', () => {
    const { kappa, f1, messages } = compareReaders([
      [labels('l-001', ['open on Mondays', 'closed on Sundays']), labels('l-001', ['open on Mondays'])],
      [labels('l-002', []), labels('l-002', [])],
      [labels('l-003', ['a new dog'], []), labels('l-003', [], ['a new dog'])],
    ]);
    expect(messages).toBe(3);
    expect(kappa).toBeCloseTo(0.4);
    expect(f1).toBeCloseTo(f1Of(1, 1 / 2));
  });
});
