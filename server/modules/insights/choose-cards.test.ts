import { describe, expect, test } from 'vitest';
import { aConflict, aDate, aSituation, aThread, toConfirm } from '#tests/support/insights.ts';
import { chooseCards, findCards, seatCards } from './choose-cards.ts';
import type { Situation } from './situation.ts';

/** Who says what, in the order of the cards. */
function cardsOf(situation: Partial<Situation>): string[] {
  const whole = aSituation(situation);
  const seats = seatCards(chooseCards(findCards(whole)), whole.tier);
  return (['brain_ai', 'seomi', 'emmie'] as const).flatMap((speaker) => {
    const card = seats.get(speaker);
    const about =
      card && 'thread' in card ? ` ${card.thread.assistantId}` : card?.kind === 'meet' ? ` ${card.assistantId}` : '';
    return card ? [`${speaker}: ${card.kind}${about}`] : [];
  });
}
const QUESTION = 'A draft is below.\n\nWhich town do you sell in?';
const DONE = 'Here are three titles.';
const met = ['brain_ai', 'seomi', 'emmie'] as const;

describe('DASH-2: the most urgent cards that the three can say at the same time', () => {
  const SITUATIONS: [string, Partial<Situation>, string[]][] = [
    ['nobody has said anything yet', {}, []],
    ['a teammate asked something', { threads: [aThread('seomi', QUESTION)] }, ['seomi: asked seomi']],
    [
      'one of the others asked: Brain AI passes it on',
      { threads: [aThread('cassie', QUESTION)] },
      ['brain_ai: asked cassie'],
    ],
    [
      'the newest unread answer is Home’s next task, the one before it a card',
      { threads: [aThread('seomi', DONE, { isUnread: true }), aThread('emmie', QUESTION, { isUnread: true })] },
      ['emmie: unread emmie'],
    ],
    ['a conversation was left yesterday', { threads: [aThread('emmie', DONE)] }, ['emmie: left emmie']],
    [
      'a conversation of today isn’t left',
      { threads: [aThread('emmie', DONE, { answeredAt: '2026-11-16T08:00:00Z' })] },
      [],
    ],
    ['nor is one of last week', { threads: [aThread('emmie', DONE, { answeredAt: '2026-11-08T08:00:00Z' })] }, []],
    [
      'where it is still yesterday, a conversation of that day isn’t left',
      {
        timeZone: 'America/Los_Angeles',
        today: '2026-11-15',
        now: new Date('2026-11-16T05:00:00Z'),
        threads: [aThread('emmie', DONE, { answeredAt: '2026-11-15T20:00:00Z' })],
      },
      [],
    ],
    ['facts disagree', { conflicts: aConflict }, ['brain_ai: conflict']],
    [
      'facts disagree, and Brain AI has something that only it can say',
      { conflicts: aConflict, threads: [aThread('cassie', QUESTION)] },
      ['brain_ai: asked cassie', 'seomi: conflict'],
    ],
    ['facts wait to be confirmed', { suggested: toConfirm }, ['brain_ai: confirm']],
    ['a date is coming up', { dates: [aDate('2026-11-28', null)] }, ['emmie: date']],
    ['a date is over, or too far away', { dates: [aDate('2026-11-15', null), aDate('2026-12-01', null)] }, []],
    ['something ends soon that began long ago', { dates: [aDate('2026-01-01', '2026-11-20')] }, ['emmie: date']],
    [
      'a date within three days comes before an answer',
      { dates: [aDate('2026-11-18', null)], threads: [aThread('emmie', QUESTION)] },
      ['brain_ai: date', 'emmie: asked emmie'],
    ],
    ['at this pace the messages won’t last', { messages: { used: 400, limit: 500 } }, ['brain_ai: pace']],
    ['they will last', { messages: { used: 240, limit: 500 } }, []],
    ['they are used up: Home’s banner says so', { messages: { used: 500, limit: 500 } }, []],
    [
      'too early to say',
      { now: new Date('2026-11-03T09:00:00Z'), today: '2026-11-03', messages: { used: 300, limit: 500 } },
      [],
    ],
    [
      'most messages are unused and the month ends',
      { now: new Date('2026-11-27T09:00:00Z'), today: '2026-11-27', messages: { used: 30, limit: 500 } },
      ['brain_ai: unused'],
    ],
    ['teammates haven’t been met: the first two are named on Home already', { met }, ['brain_ai: meet cassie']],
    ['teammates haven’t been met, and the first hour introduces them', { met: ['brain_ai'] }, []],
    ['a plan opens no other teammate', { met, tier: 'starter' }, []],
    [
      'a plan opens only Brain AI',
      { tier: 'free', conflicts: aConflict, suggested: toConfirm, threads: [aThread('seomi', QUESTION)] },
      ['brain_ai: conflict'],
    ],
    [
      'everything at once',
      {
        conflicts: aConflict,
        suggested: toConfirm,
        dates: [aDate('2026-11-17', null), aDate('2026-11-28', null)],
        threads: [aThread('seomi', QUESTION), aThread('emmie', DONE), aThread('cassie', DONE, { isUnread: true })],
        met,
        messages: { used: 400, limit: 500 },
      },
      ['brain_ai: conflict', 'seomi: asked seomi', 'emmie: date'],
    ],
  ];
  test.each(SITUATIONS)('%s', (_name, situation, expected) => {
    expect(cardsOf(situation)).toEqual(expected);
  });

  test('a day keeps at most twenty', () => {
    const many = aSituation({
      conflicts: aConflict,
      suggested: toConfirm,
      dates: Array.from({ length: 9 }, (_, index) => aDate(`2026-11-${18 + index}`, null)),
      threads: Array.from({ length: 12 }, (_, index) =>
        aThread('seomi', index % 2 ? QUESTION : DONE, { isUnread: index < 4 }),
      ),
      met,
      messages: { used: 400, limit: 500 },
    });
    expect(chooseCards(findCards(many)).length).toBeLessThan(20);
  });
});
