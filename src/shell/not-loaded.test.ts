import { expect, it } from 'vitest';
import { isLoadFailure } from './not-loaded.tsx';

const URL = 'https://tenfold.example/assets/billing-DG1MVVT1.js';

it.each([
  ['Chromium', `Failed to fetch dynamically imported module: ${URL}`],
  ['Firefox', `error loading dynamically imported module: ${URL}`],
  ['Safari', 'Importing a module script failed.'],
  ['Vite, about styles', 'Unable to preload CSS for /assets/billing-CzyMViA3.css'],
  ['the app without a connection', `Offline: Failed to fetch dynamically imported module: ${URL}`],
])('code that didn’t load is told from a crash, as %s puts it', (_, message) => {
  expect(isLoadFailure(new TypeError(message))).toBe(true);
});

it('a crash is a crash', () => {
  expect(isLoadFailure(new TypeError('Cannot read properties of undefined (reading ‘module’)'))).toBe(false);
});
