import { expect, it } from 'vitest';
import { socialName } from './social-name.ts';

it.each([
  ['https://www.linkedin.com/company/tenfold', 'LinkedIn'],
  ['https://x.com/tenfold', 'X'],
  ['https://bsky.app/profile/tenfold.example', 'Bluesky'],
  ['https://linkedin.example/tenfold', 'LinkedIn'],
  ['https://www.social.example/@tenfold', 'social.example'],
  ['https://constructor.example/tenfold', 'constructor.example'],
])('%s is called %s', (url, name) => {
  expect(socialName(url)).toBe(name);
});
