import { describe, expect, test } from 'vitest';
import { isExecuted, leftToLearn, readBrainCommand } from './brain-command.ts';

describe('a message', () => {
  test.each([
    ['Remember that we close at 4 on Saturdays', 'remember', 'we close at 4 on Saturdays'],
    ['please remember: no discounts on sets', 'remember', 'no discounts on sets'],
    ['Can you remember that Jonas packs the orders.', 'remember', 'Jonas packs the orders.'],
    ['Merk dir bitte, dass wir montags zu haben', 'remember', 'wir montags zu haben'],
    ['Recuerda que cerramos los lunes', 'remember', 'cerramos los lunes'],
    ['Souviens-toi que nous fermons le lundi', 'remember', 'nous fermons le lundi'],
    ['Remember, we close at 4 on Saturdays', 'remember', 'we close at 4 on Saturdays'],
    ['Please remember our returns are free', 'remember', 'our returns are free'],
    ['Remember to always sign with Rosa', 'remember', 'always sign with Rosa'],
    ['Can you remember that Jonas packs on 2 days?', 'remember', 'Jonas packs on 2 days'],
    ['Hey Emmie, please remember that we ship to the UK', 'remember', 'we ship to the UK'],
    ['I want you to remember that sets are never discounted', 'remember', 'sets are never discounted'],
    ['From now on, remember that we close at 4', 'remember', 'we close at 4'],
    ['Note that we close at 4', 'remember', 'we close at 4'],
    ['Ricordati che chiudiamo alle 4', 'remember', 'chiudiamo alle 4'],
    ['Lembre-se de que fechamos às 16h', 'remember', 'fechamos às 16h'],
    ['Onthoud dat we om 4 uur sluiten', 'remember', 'we om 4 uur sluiten'],
    ['Запомни, что мы закрыты', 'remember', 'мы закрыты'],
    ['请记住：我们周一休息', 'remember', '我们周一休息'],
    ['定休日は月曜だと覚えておいてください', 'remember', '定休日は月曜だと'],
    ['월요일은 휴무라는 것을 기억해 줘', 'remember', '월요일은 휴무'],
    ['Forget the old price of the bowl', 'forget', 'the old price of the bowl'],
    ['Forget that we never discount sets', 'forget', 'we never discount sets'],
    ['Vergiss, dass wir montags zu haben', 'forget', 'wir montags zu haben'],
    ['Vergiss, dass wir nicht liefern', 'forget', 'wir nicht liefern'],
    ['Olvida que cerramos los lunes', 'forget', 'cerramos los lunes'],
    ['Oublie que nous fermons le lundi', 'forget', 'nous fermons le lundi'],
  ])('“%s” asks to %s something', (message, kind, text) => {
    expect(readBrainCommand(message)).toEqual({ kind, text, rest: '' });
  });

  test('asks for it in its first sentence only', () => {
    expect(readBrainCommand('Remember that a cup is $4.50. Will that do?')).toEqual({
      kind: 'remember',
      text: 'a cup is $4.50.',
      rest: 'Will that do?',
    });
    expect(readBrainCommand('Remember that we deliver to St. Louis\nWrite a post')).toMatchObject({
      text: 'we deliver to St. Louis',
      rest: 'Write a post',
    });
  });

  test.each([
    ['Remember that we ship to the UK. Write two captions about it.', 'we ship to the UK.'],
    ['Remember that we ship to the US. Write two captions.', 'we ship to the US.'],
    ['Remember that the cook is Jo. Write a post.', 'the cook is Jo.'],
    ['Remember that we close at 5 pm. Write a post.', 'we close at 5 pm.'],
    ['Remember that we close at 5 p.m. Write a post.', 'we close at 5 p.m.'],
    ['Remember that our accountant is Dr. Smith. Write a post.', 'our accountant is Dr. Smith.'],
    ['Remember that we sell the No. 5 kiln. Write a post.', 'we sell the No. 5 kiln.'],
  ])('%j asks for %j and no more', (message, text) => {
    expect(readBrainCommand(message)?.text).toBe(text);
  });

  test.each([
    'Remember to call Jonas',
    'Remember our trip?',
    'Could you remember that post you wrote yesterday?',
    'Remember when we sold out?',
    'Do you remember that we close at 4?',
    'Remember that we close at 4?',
    'Remember that post you wrote yesterday? Make it shorter.',
    'Note that I only have two hours today, so plan my day',
    'Note: write it in Spanish',
    'Note that this is only a draft. Please improve it.',
    'Forget it.',
    'forget that!',
    'Forget that, let’s write a newsletter about the kiln',
    'Forget the first one, I prefer the second.',
    'Forget what I said.',
    'Don’t forget that we close at 4',
    'I never forget that day',
    'Vergiss nicht, dass wir montags zu haben',
    'Vergiss bitte nicht, dass wir montags zu haben',
    'Vergiss das nicht',
    'Oublie pas que nous fermons le lundi',
    'N’oublie pas que nous fermons le lundi',
    'No olvides que cerramos los lunes',
    'Write a post: remember that spring is near',
    '',
  ])('“%s” asks for neither', (message) => {
    expect(readBrainCommand(message)).toBeNull();
  });
});

test('what was remembered is not learned again, what is to be forgotten never, and the rest is', () => {
  const [remember, forget] = ['Remember that we close at 4. Bowls are $42.', 'Forget the kiln. Bowls are $42.'];
  const rest = { question: 'Bowls are $42.', isToRemember: false };
  const whole = { question: remember, isToRemember: true };
  expect([leftToLearn(remember, false), leftToLearn(remember, true)]).toEqual([whole, rest]);
  expect([leftToLearn(forget, false), leftToLearn(forget, true)]).toEqual([rest, rest]);
  expect(leftToLearn('Bowls are $42.', true)).toEqual(rest);
  expect(leftToLearn(`${forget} ${remember}`, false, ['Forget the kiln.', 'Bowls are $42.'])).toEqual(whole);
});

test('an order counts as executed if the owner is shown the outcome, but not if the model called the tool wrongly', () => {
  const refused = (reason: 'secret' | 'not-asked' | 'unreadable') => ({ kind: 'refused', reason }) as const; // reason: the literals are the union's tags
  expect(isExecuted('note', [refused('not-asked'), refused('unreadable')])).toBe(false);
  expect(isExecuted('note', [refused('secret')])).toBe(true);
  expect(isExecuted('note', [refused('not-asked'), { kind: 'preferences' }])).toBe(true);
  expect([isExecuted('note', []), isExecuted(null, [])]).toEqual([true, false]);
});
