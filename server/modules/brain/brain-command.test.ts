import { describe, expect, test } from 'vitest';
import { readBrainCommand } from './brain-command.ts';

describe('a message', () => {
  test.each([
    ['Remember that we close at 4 on Saturdays', 'remember', 'we close at 4 on Saturdays'],
    ['please remember: no discounts on sets', 'remember', 'no discounts on sets'],
    ['Can you remember that Jonas packs the orders.', 'remember', 'Jonas packs the orders.'],
    ['Merk dir bitte, dass wir montags zu haben', 'remember', 'wir montags zu haben'],
    ['Recuerda que cerramos los lunes', 'remember', 'cerramos los lunes'],
    ['Souviens-toi que nous fermons le lundi', 'remember', 'nous fermons le lundi'],
    ['Forget the old price of the bowl', 'forget', 'the old price of the bowl'],
    ['Vergiss, dass wir montags zu haben', 'forget', 'wir montags zu haben'],
    ['Olvida que cerramos los lunes', 'forget', 'cerramos los lunes'],
    ['Oublie que nous fermons le lundi', 'forget', 'nous fermons le lundi'],
  ])('“%s” asks to %s something', (message, kind, text) => {
    expect(readBrainCommand(message)).toEqual({ kind, text });
  });

  test.each([
    'Remember to call Jonas',
    'Remember when we sold out?',
    'Do you remember that we close at 4?',
    'Remember that we close at 4?',
    'Forget it.',
    'forget that!',
    'I never forget that day',
    'Write a post: remember that spring is near',
    '',
  ])('“%s” asks for neither', (message) => {
    expect(readBrainCommand(message)).toBeNull();
  });
});
