import { expect, test } from 'vitest';
import { followPreferences } from '../preferences.ts';
import { extractPreferences } from './extract-preferences.ts';

/** The lasting preferences in a text, such as `Soshie emojis: sometimes`. */
const lasting = (text: string) =>
  extractPreferences(text)
    .preferences.filter(({ isLasting }) => isLasting)
    .map(
      ({ setting, value, teammate, isRemoved }) =>
        `${teammate === '' ? '' : `${teammate} `}${isRemoved ? 'not ' : ''}${setting}: ${value}`,
    );

test.each([
  ['Short answers, no emojis, sign as Rosa.', ['length: short', 'emojis: never', 'sign_off: Rosa']],
  ['From now on sign emails as Maya, Fern & Kiln.', ['sign_off: Maya, Fern & Kiln']],
  ['Soshie may use emojis now and then.', ['Soshie emojis: sometimes']],
  ['I prefer short answers.', ['length: short']],
  ['Finny, always answer with long, detailed answers.', ['Finny length: as_needed']],
  ['Never say artisanal, curated or “pamper”.', ['avoided_word: pamper']],
  ['Friendly and brief, and never “artisanal.”', ['avoided_word: artisanal']],
  ['You may say “curated” again.', ['not avoided_word: curated']],
  ['Always put the numbers in a table.', ['sentence: Always put the numbers in a table.']],
  ['Ab jetzt bitte kurze Antworten und keine Emojis.', ['length: short', 'emojis: never']],
  ['Unterschreib immer mit Rosa.', ['sign_off: Rosa']],
  ['Sag nie kuratiert.', ['avoided_word: kuratiert']],
  ['A partir de ahora, respuestas cortas y sin emojis.', ['length: short', 'emojis: never']],
  ['Firma siempre como Rosa.', ['sign_off: Rosa']],
  ['Nunca digas artesanal.', ['avoided_word: artesanal']],
  ['Make it short and without emojis, please.', []],
  ['Write a short post for this week.', []],
  ['We sell bowls and mugs.', []],
])('the sandbox’s model takes %j as %j', (text, preferences) => {
  expect(lasting(text)).toEqual(preferences);
});

test('the sandbox’s model answers as its instructions say, and signs only emails and letters', () => {
  const instructions = [
    '- Length: short. Two sentences.',
    '- Emojis: now and then, one at a time.',
    '- Sign-off, below emails and letters only: "Rosa"',
    '- Words to avoid in any form: ["curated"]',
  ].join('\n');
  const answer = '## A curated title\n\nThe point.\n\n### Steps\n\n1. One';
  expect(followPreferences(answer, instructions, 'Write a post')).toBe('## A title\n\nThe point. 🙂');
  expect(followPreferences(answer, instructions, 'Write an email')).toBe('## A title\n\nThe point. 🙂\n\nRosa');
  expect(followPreferences(answer, '', 'Write an email')).toBe(answer);
  expect(followPreferences('Good 🎉 day', '- Emojis: never, not at all.', '')).toBe('Good  day');
});
