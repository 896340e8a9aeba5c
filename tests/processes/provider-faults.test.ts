import { expect, test } from 'vitest';
import type { TurnFailure } from '#contract/chat/chat.ts';
import { DEMO, DEMO_FREE } from '#db/demo/demo-account.ts';
import { signIn, untilSettled } from './support/person.ts';
import { wholeAnswer } from './support/whole-answer.ts';
import { startWorld } from './support/world.ts';

const QUESTION = 'What should we do first this week?';

type Outcome = [TurnFailure | 'complete', number];

/**
 * Every fault that the model stand-in knows (docs/sandbox.md): which of the four sentences (CHAT-9) a person reads, or that the answer
 * comes after all, and how often the model is asked.
 */
const LOUD_FAULTS: Record<string, Outcome> = {
  '401': ['error', 1],
  '403': ['error', 1],
  '429': ['error', 3],
  '429-2': ['complete', 2],
  '429-date': ['complete', 2],
  '429-3600': ['error', 1],
  quota: ['quota', 1],
  credit: ['quota', 1],
  '500': ['error', 3],
  html503: ['error', 3],
  json200: ['error', 3],
  quota200: ['quota', 1],
  empty: ['error', 3],
  garbage: ['error', 3],
  halfjson: ['network', 1],
  hangup: ['network', 3],
  reset: ['network', 1],
  flood: ['error', 1],
  'flood-lines': ['error', 1],
};
const SILENT_FAULTS: Record<string, Outcome> = {
  silence: ['timeout', 1],
  'silence-before': ['timeout', 1],
  drip: ['timeout', 1],
};
/** In these, some words come before the fault, and they are kept. */
const HAVE_WORDS = ['429-2', '429-date', 'halfjson', 'reset', 'flood-lines'];

const groups: { name: string; faults: Record<string, Outcome>; environment: Record<string, string> }[] = [
  { name: 'that says something', faults: LOUD_FAULTS, environment: {} },
  // Longer than the pause between two bytes of the drip.
  { name: 'that says nothing', faults: SILENT_FAULTS, environment: { AI_IDLE_TIMEOUT_MS: '7000' } },
];

test.each(groups)(
  'the provider’s fault $name shows the right message, costs nothing, and affects no one else',
  async ({ faults, environment }) => {
    await using world = await startWorld({ on: 'postgres', environment });
    const place = world.process(0);
    const [maya, somebody] = [await signIn(place, DEMO.email), await signIn(place, DEMO_FREE.email)];
    const whole = await wholeAnswer(somebody, place, QUESTION);
    const unitsBefore = await maya.unitsUsed(place);

    const undisturbed = await somebody.ask(place, QUESTION);
    const outcomes = await Promise.all(
      Object.keys(faults).map(async (fault) => {
        const { sent, reader } = await maya.ask(place, `${QUESTION} [sandbox: ${fault}]`);
        const end = await reader.untilEnd(60_000);
        const answer = await untilSettled(maya, place, sent, 10_000);
        const later = maya.follow(place, sent.answer.id);
        await later.untilEnd(10_000);
        return { fault, end, answer, shown: reader.text, shownLater: later.text };
      }),
    );

    const asked = (fault: string) =>
      world.model.calls.filter((call) => call.conversation.at(-1)?.content.includes(`[sandbox: ${fault}]`)).length;
    const ended = outcomes.map(({ fault, answer }) => [fault, [answer.failure ?? answer.status, asked(fault)]]);
    expect(Object.fromEntries(ended)).toEqual(faults);
    for (const { fault, end, answer, shown, shownLater } of outcomes) {
      expect([fault, end.status, end.failure]).toEqual([fault, answer.status, answer.failure]);
      expect(answer.content === shown && shownLater === shown, `${fault}: what was shown is what is kept`).toBe(true);
    }
    const withWords = outcomes.filter(({ answer }) => answer.content !== '').map(({ fault }) => fault);
    expect(withWords).toEqual(Object.keys(faults).filter((fault) => HAVE_WORDS.includes(fault)));
    const answered = Object.values(faults).filter(([outcome]) => outcome === 'complete').length;
    expect(await maya.unitsUsed(place)).toBe(unitsBefore + answered);

    expect(await undisturbed.reader.untilEnd()).toMatchObject({ status: 'complete' });
    expect(undisturbed.reader.text).toBe(whole);
    expect(await world.table()`select id from turns where status = 'streaming'`).toHaveLength(0);
  },
);

test('a provider whose name cannot be found is a network error', async () => {
  await using world = await startWorld({
    on: 'postgres',
    environment: { AI_BASE_URL: 'http://model.nowhere.invalid/v1' },
  });
  const place = world.process(0);
  const maya = await signIn(place, DEMO.email);
  const unitsBefore = await maya.unitsUsed(place);
  const { sent, reader } = await maya.ask(place, QUESTION);
  expect(await reader.untilEnd()).toMatchObject({ status: 'failed', failure: 'network' });
  expect(await maya.saved(place, sent)).toMatchObject({ status: 'failed', failure: 'network', content: '' });
  expect(await maya.unitsUsed(place)).toBe(unitsBefore);
});
