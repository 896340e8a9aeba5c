import { expect, it } from 'vitest';
import { LANGUAGES } from '#contract/account/languages.ts';
import { CLAIMS, LANGUAGES_CLAIMED, sampleSentence, TESTIMONIALS } from './public-claims.ts';

it('there are at least as many languages as we claim, counting variants once', () => {
  const languages = new Set(LANGUAGES.map(({ code }) => code.split('-')[0]));
  expect(languages.size).toBeGreaterThanOrEqual(LANGUAGES_CLAIMED);
});

it('figures and people that are not real are marked as samples', () => {
  const samples = CLAIMS.filter(({ mark }) => mark === 'sample').map(({ what }) => what);
  expect(samples).toEqual(['businesses', 'uptime']);
  expect(TESTIMONIALS.map(({ mark }) => mark)).toEqual(['sample', 'sample', 'sample']);
});

it('what is made up is said once, in words, and only that', () => {
  expect(sampleSentence(CLAIMS, TESTIMONIALS)).toBe(
    'The figures for businesses and uptime, and the quotes are samples.',
  );
  const [first, ...others] = TESTIMONIALS.map((one) => ({ ...one, mark: 'configured' as const }));
  expect(sampleSentence([], TESTIMONIALS)).toBe('The quotes are samples.');
  expect(sampleSentence([], [...others, ...TESTIMONIALS.slice(0, 1)])).toBe(
    'The quotes by Maya Lindqvist are samples.',
  );
  expect(sampleSentence([], first === undefined ? [] : [first, ...others])).toBeNull();
});
