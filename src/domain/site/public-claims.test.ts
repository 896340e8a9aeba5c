import { expect, it } from 'vitest';
import { LANGUAGES } from '#contract/account/languages.ts';
import { CLAIMS, LANGUAGES_CLAIMED, TESTIMONIALS } from './public-claims.ts';

it('there are at least as many languages as we say, their variants counted once', () => {
  const languages = new Set(LANGUAGES.map(({ code }) => code.split('-')[0]));
  expect(languages.size).toBeGreaterThanOrEqual(LANGUAGES_CLAIMED);
});

it('figures and people that nobody has counted or met are marked as samples', () => {
  const samples = CLAIMS.filter(({ mark }) => mark === 'sample').map(({ what }) => what);
  expect(samples).toEqual(['businesses', 'uptime']);
  expect(TESTIMONIALS.map(({ mark }) => mark)).toEqual(['sample', 'sample', 'sample']);
});
