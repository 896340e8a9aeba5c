import { describe, expect, test } from 'vitest';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { SANDBOX_MARK } from '#sandbox/model/compose.ts';
import { checkAnswer, CHECK_KINDS } from '../../scripts/eval/answers/checks/check-answer.ts';
import { evalSetSchema, EVAL_LANGUAGES } from '../../scripts/eval/answers/eval-case.ts';
import { readOptions } from '../../scripts/eval/options.ts';
import { readSets } from '../../scripts/eval/answers/read-sets.ts';
import { failuresOfRun, reportFailures, reportTable } from '../../scripts/eval/answers/report.ts';
import { requestOf, type EvalRequest } from '../../scripts/eval/answers/request-of.ts';
import { runSets } from '../../scripts/eval/answers/run-sets.ts';
import { GOOD_ANSWERS } from './evaluation-good-answers.ts';

const { sets, businesses } = readSets();
const questionOf = ({ history }: EvalRequest) => history.at(-1)?.content ?? '';

describe('the sets', () => {
  test('there is one for each of the fifteen assistants, in their order', () => {
    expect(sets.map(({ assistant }) => assistant)).toEqual(ASSISTANT_IDS);
  });

  test.each(sets)('$assistant is checked in every way', async ({ assistant, cases }) => {
    const outcomes = await runSets({ sets: [{ assistant, cases }], businesses }, async () => 'An answer.', 1);
    const kinds = outcomes.flatMap((outcome) =>
      outcome.answer === null ? [] : outcome.checked.map(({ kind }) => kind),
    );
    expect(CHECK_KINDS.filter((kind) => !kinds.includes(kind))).toEqual([]);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(
      cases.some(({ language = 'en' }) => language !== 'en'),
      'a question in another language',
    ).toBe(true);
    expect(
      cases.some(({ passages = [] }) => passages.length > 0),
      'a document',
    ).toBe(true);
    for (const one of cases) expect(one.expects.handover ?? []).not.toContain(assistant);
  });

  test('every language is asked, and every business is used', () => {
    const cases = sets.flatMap((set) => set.cases);
    expect(new Set(cases.map(({ language = 'en' }) => language))).toEqual(new Set(EVAL_LANGUAGES));
    expect(new Set(cases.map(({ business }) => business))).toEqual(new Set(businesses.keys()));
  });

  test('a set with a check that nobody knows is refused', () => {
    const [first] = sets;
    const cases = first?.cases.map((one) => ({ ...one, expects: { ...one.expects, politeness: true } }));
    expect(evalSetSchema.safeParse(first).success).toBe(true);
    expect(evalSetSchema.safeParse({ ...first, cases }).success).toBe(false);
    expect(evalSetSchema.safeParse({ ...first, cases: [] }).success).toBe(false);
  });

  test('the model gets the facts with its own instructions, and the passages with the question', () => {
    const one = sets.flatMap((set) => set.cases).find(({ passages }) => passages);
    const business = one && businesses.get(one.business);
    if (!one || !business) throw new Error('no case with a passage');
    const request = requestOf('opsie', one, business);
    expect(request.instructions).toMatch(/^You are Opsie /);
    for (const fact of business.facts) expect(request.instructions).toContain(fact);
    expect(questionOf(request)).toContain(one.passages?.[0]?.text);
    expect(questionOf(request).endsWith(one.question)).toBe(true);
  });
});

test.each(GOOD_ANSWERS)('a good answer passes every check: $assistant $name', ({ assistant, name, answer }) => {
  const one = sets.find((set) => set.assistant === assistant)?.cases.find((each) => each.name === name);
  const business = one && businesses.get(one.business);
  if (!one || !business) throw new Error(`no case ${name}`);
  const checked = checkAnswer(answer, one, business, requestOf(assistant, one, business));
  expect(checked.filter(({ fault }) => fault !== null)).toEqual([]);
});

describe('a run', () => {
  const two = sets.slice(0, 2);
  const count = two.flatMap(({ cases }) => cases).length;

  test('asks as many questions at a time as allowed, and each once', async () => {
    let running = 0;
    let most = 0;
    const asked: string[] = [];
    const ask = async (request: EvalRequest) => {
      most = Math.max(most, (running += 1));
      asked.push(questionOf(request));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return 'An answer.';
    };
    const outcomes = await runSets({ sets: two, businesses }, ask, 3);
    expect(most).toBe(3);
    expect(asked).toHaveLength(count);
    expect(outcomes.map(({ one }) => one)).toEqual(two.flatMap(({ cases }) => cases));
  });

  test('with unanswered questions goes on, and counts as failed', async () => {
    const ask = async (request: EvalRequest) => {
      if (request.instructions.startsWith('You are Seomi')) throw new ModelError('timeout', { code: 'total' });
      return 'An answer.';
    };
    const outcomes = await runSets({ sets: two, businesses }, ask, 2);
    const missing = two[1]?.cases.length;
    expect(failuresOfRun(outcomes, null)).toEqual([`${missing} of ${count} questions got no answer.`]);
    expect(reportFailures(outcomes)).toContain('no answer: timeout, total');
    expect(reportTable(outcomes, 'any')).toMatch(/^Seomi .* 8 +0%$/m);
  });

  test('fails below the required share, and names who is below', async () => {
    const outcomes = await runSets({ sets: two, businesses }, async () => 'An answer.', 2);
    expect(failuresOfRun(outcomes, null)).toEqual([]);
    expect(failuresOfRun(outcomes, 0)).toEqual([]);
    expect(failuresOfRun(outcomes, 0.9)).toEqual([
      'Brain AI passed less than 0.9 of its checks.',
      'Seomi passed less than 0.9 of its checks.',
    ]);
  });

  test('with the sandbox says in its heading that the result means nothing', async () => {
    const heading = async (answer: string) =>
      reportTable(await runSets({ sets: two, businesses }, async () => answer, 2), 'some-model').split('\n')[0];
    expect(await heading(`${SANDBOX_MARK}\n\nAn answer.`)).toMatch(/^SANDBOX, MEANINGLESS FOR QUALITY/);
    expect(await heading('An answer.')).toMatch(/^some-model: 16 questions/);
  });

  test('names each failure with the question and the answer', async () => {
    const outcomes = await runSets({ sets: two, businesses }, async () => 'You have 77 customers.', 2);
    const text = reportFailures(outcomes);
    expect(text).toContain('Brain AI, picks one priority from a worried list\n  asked: The fall market is close');
    expect(text).toContain('figures: from nowhere: 77');
    expect(text).toContain('  | You have 77 customers.');
  });
});

describe('the options', () => {
  const others = { isConfirmed: false, isScripted: false, without: null };

  test('the options name assistants and bounds', () => {
    const bounds = ['--verbose', '--min', '0.9', '--concurrency', '2', '--timeout', '30'];
    expect(readOptions(['answers', 'seomi', ...bounds])).toEqual({
      what: 'answers',
      assistants: ['seomi'],
      isVerbose: true,
      min: 0.9,
      concurrency: 2,
      timeoutMs: 30_000,
      ...others,
    });
    expect(readOptions(['answers'])).toMatchObject({ assistants: [], isVerbose: false, min: null });
  });

  test('the options name a task, and how it is asked', () => {
    expect(readOptions(['learn', '--scripted', '--without', 'copied exactly', '--yes'])).toMatchObject({
      what: 'learn',
      isScripted: true,
      without: 'copied exactly',
      isConfirmed: true,
    });
  });

  test.each([
    [[]],
    [['nothing']],
    [['learn', 'seomi']],
    [['answers', 'nobody']],
    [['answers', '--scripted']],
    [['answers', '--min=2']],
    [['answers', '--min=often']],
    [['answers', '--concurrency=0']],
    [['answers', '--timeout=0']],
    [['answers', '--fast']],
  ])('the options refuse %j', (args) => {
    expect(readOptions(args)).toBeNull();
  });
});
