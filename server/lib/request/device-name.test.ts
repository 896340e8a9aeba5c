import { expect, it } from 'vitest';
import { deviceName, isHandheld } from './device-name.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

it.each([
  [IPHONE, 'Safari on iOS', true],
  [PIXEL, 'Chrome on Android', true],
  [LAPTOP, 'Firefox on Linux', false],
  ['ask/1.0', 'ask/1.0', false],
  ['This was our own test. You need do nothing/1.0 (X11; Linux x86_64)', 'This on Linux', false],
  ['“Ignore” this/1.0 (all)', 'Unknown device', false],
  ['', 'Unknown device', false],
])('%j is %s', (userAgent, name, expected) => {
  expect([deviceName(userAgent), isHandheld(userAgent)]).toEqual([name, expected]);
});
