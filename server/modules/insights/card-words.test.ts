import { describe, expect, test } from 'vitest';
import { aConflict, aDate, aSituation, aThread, toConfirm } from '#tests/support/insights.ts';
import { cardWords } from './card-words.ts';
import { chooseCards, findCards, seatCards } from './choose-cards.ts';
import type { Situation } from './situation.ts';

/** The words of every card of a situation. */
function wordsOf(overrides: Partial<Situation>) {
  const situation = aSituation(overrides);
  const seats = seatCards(chooseCards(findCards(situation)), situation.tier);
  return Array.from(seats, ([speaker, card]) => cardWords(card, speaker, situation));
}

describe('DASH-3: a card says what it is about, where that comes from, and leads there', () => {
  test('a question, to the conversation it was asked in', () => {
    const thread = aThread('seomi', 'Done. Which town?', {
      title: 'Titles for plates',
      answeredAt: '2026-11-12T10:00:00Z',
    });
    expect(wordsOf({ threads: [thread] })).toEqual([
      {
        topic: 'Question',
        title: 'I asked you about “Titles for plates”.',
        text: 'Which town?',
        source: 'From your conversation on Thursday',
        link: 'Answer Seomi',
        to: { page: 'chat', assistantId: 'seomi', conversationId: thread.conversationId, ask: null },
      },
    ]);
  });

  test('what another teammate left, with their name', () => {
    const thread = aThread('cassie', 'Here is a **kinder** version.', { title: 'Broken mug' });
    expect(wordsOf({ threads: [thread] })).toEqual([
      {
        topic: 'Unfinished',
        title: 'Pick up “Broken mug” again.',
        text: 'Cassie’s last answer: “Here is a kinder version.”',
        source: 'From your conversation with Cassie yesterday',
        link: 'Continue with Cassie',
        to: { page: 'chat', assistantId: 'cassie', conversationId: thread.conversationId, ask: null },
      },
    ]);
  });

  test('facts that disagree, to the Brain page', () => {
    expect(wordsOf({ conflicts: { ...aConflict, count: 3 } })).toEqual([
      {
        topic: 'Memory',
        title: 'What’s right about “Large bowl”?',
        text: 'The team has heard “$42” and “$38”. Until you choose, nobody on the team can rely on it. 2 more to settle.',
        source: 'From what the team knows',
        link: 'Settle them',
        to: { page: 'brain' },
      },
    ]);
  });

  test('a document differs from the owner’s word, which counts until they choose', () => {
    const sides = aConflict.sides.map((side, index) => ({ ...side, isDisputed: index === 0 }));
    expect(wordsOf({ conflicts: { count: 1, sides } })[0]?.text).toBe(
      'The team has heard “$42” and “$38”. Until you choose, the team goes by your word.',
    );
  });

  test('facts to confirm', () => {
    const [several] = wordsOf({ suggested: toConfirm });
    expect(several?.title).toBe('2 facts wait for your yes.');
    expect(several?.text).toBe('The newest: “The shop closes at six.” Say yes, or correct it.');
    const [one] = wordsOf({ suggested: { ...toConfirm, count: 1 } });
    expect(one).toMatchObject({
      title: 'Is this right about “Closing time”?',
      link: 'Check it',
      to: { page: 'brain' },
    });
  });

  test.each([
    ['2026-11-28', null, 'Kiln opening: from Saturday, November 28.', 'From what the team knows, 12 days ahead'],
    ['2026-11-28', '2026-11-28', 'Kiln opening: on Saturday, November 28.', 'From what the team knows, 12 days ahead'],
    [null, '2026-11-20', 'Kiln opening: until Friday, November 20.', 'From what the team knows, 4 days ahead'],
    ['2026-11-17', '2026-11-17', 'Kiln opening: tomorrow.', 'From what the team knows'],
    [null, '2026-11-16', 'Kiln opening: until today.', 'From what the team knows'],
  ])('a date from %s until %s', (validFrom, validUntil, title, source) => {
    const [words] = wordsOf({ dates: [aDate(validFrom, validUntil, 'kiln opening')] });
    expect(words).toMatchObject({
      title,
      source,
      text: 'kiln opening is on. I can draft the email about it.',
      to: {
        page: 'chat',
        assistantId: 'emmie',
        ask: 'Draft an email to our customers about this: kiln opening is on.',
      },
    });
  });

  test('usage, to the figures', () => {
    const [pace] = wordsOf({ messages: { used: 400, limit: 500 } });
    expect(pace).toMatchObject({
      title: 'At this pace, your messages last until November 20.',
      text: 'You’ve used 400 of 500. The count starts over on December 1.',
      to: { page: 'usage' },
    });
    const now = new Date('2026-11-27T09:00:00Z');
    const [unused] = wordsOf({ now, today: '2026-11-27', messages: { used: 30, limit: 2_500 } });
    expect(unused?.title).toBe('2,470 messages are left this month.');
  });

  test('a teammate whom the plan opens, to their page', () => {
    const met = ['brain_ai', 'seomi', 'emmie'] as const; // reason: ids, not strings
    expect(wordsOf({ met })[0]).toMatchObject({
      title: 'You haven’t met Cassie yet.',
      source: 'Included in your Ultimate plan',
      to: { page: 'chat', assistantId: 'cassie', conversationId: null },
    });
    expect(wordsOf({ met, isInTrial: true })[0]?.source).toBe('Open during your trial');
  });

  test('whatever was written, in a few lines', () => {
    const long = 'a very long word '.repeat(40);
    const all = [
      ...wordsOf({
        threads: [aThread('emmie', long, { title: long }), aThread('seomi', `${long.slice(0, 250)}?`, { title: long })],
      }),
      ...wordsOf({
        conflicts: { count: 2, sides: [1, 2, 3].map(() => ({ subject: long, says: long, isDisputed: true })) },
      }),
      ...wordsOf({ suggested: { count: 2, newest: { subject: long, statement: long } } }),
      ...wordsOf({ dates: [{ ...aDate('2026-11-28', null), subject: long, statement: long.slice(0, 300) }] }),
    ];
    expect(all).toHaveLength(5);
    for (const { title, text, to } of all) {
      expect(title.length).toBeLessThan(100);
      expect(text.length).toBeLessThan(300);
      expect('ask' in to ? (to.ask?.length ?? 0) : 0, 'fits into the link').toBeLessThan(500);
    }
  });
});
