import { describe, expect, test } from 'vitest';
import { renamedTo } from './renames.ts';

describe('a statement', () => {
  test.each([
    ['Rye loaf', { subject: 'Dark rye', value: '', statement: 'The rye loaf is now called Dark rye.' }, 'Dark rye'],
    ['Rye loaf', { subject: 'Rye loaf', value: 'Dark rye', statement: 'Rye loaf is now called Dark rye.' }, 'Dark rye'],
    [
      'The rye loaf',
      { subject: 'Dark rye', value: 'Rye loaf', statement: 'We renamed the rye loaf to Dark rye.' },
      'Dark rye',
    ],
    ['Rye loaf', { subject: 'Dark rye', value: '', statement: 'Dark rye, formerly Rye loaf.' }, 'Dark rye'],
    ['Roggenbrot', { subject: 'Urkruste', value: '', statement: 'Das Roggenbrot heißt jetzt Urkruste.' }, 'Urkruste'],
    ['Pan de centeno', { subject: 'Negro', value: '', statement: 'El pan de centeno ahora se llama Negro.' }, 'Negro'],
    [
      'Pain de seigle',
      { subject: 'Noir', value: '', statement: 'Le pain de seigle s’appelle désormais Noir.' },
      'Noir',
    ],
    ['Loaf', { subject: 'Dark rye', value: '', statement: 'The rye loaf is now called Dark rye.' }, null],
    ['Rye', { subject: 'Dark rye', value: '', statement: 'The rye loaf is now called Dark rye.' }, null],
    ['Dark rye', { subject: 'Dark rye', value: '', statement: 'The rye loaf is now called Dark rye.' }, null],
    ['Rye loaf', { subject: 'Rye loaf', value: '$12', statement: 'The rye loaf is now $12.' }, null],
    ['Rye loaf', { subject: 'Rye loaf', value: '$10', statement: 'The rye loaf is $10, previously $9.' }, null],
    ['Store', { subject: 'Store', value: 'Elm Street', statement: 'Our store was previously on Elm Street.' }, null],
    ['Rye loaf', { subject: 'Rye loaf', value: '$10', statement: 'The renamed rye loaf is $10.' }, null],
    [
      'Rye loaf',
      { subject: 'Dark rye', value: '$10', statement: 'Dark rye, formerly the rye loaf, is $10.' },
      'Dark rye',
    ],
    ['Shop', { subject: 'Number', value: '', statement: 'The shop is called often.' }, null],
  ])('about %j gives it the name that it has now, if it gives one: %j', (subject, fact, name) => {
    expect(renamedTo({ subject }, fact)).toBe(name);
  });
});
