import { expect, test } from 'vitest';
import { maskSecrets } from './mask-secrets.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N';

test.each([
  [TOKEN, '••••'],
  [`session-${TOKEN} and session_${TOKEN}`, 'session-•••• and session_••••'],
  [`https://a.com/reset-${TOKEN}?x=1`, 'https://a.com/reset-••••?x=1'],
  [`run --${TOKEN}, twice`, 'run --••••, twice'],
  [`www.a.com.${TOKEN}.more`, 'www.a.com.••••.more'],
  ['surveyJourneys.completedSteps.average', 'surveyJourneys.completedSteps.average'],
])('%s is shown as %s', (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});

test.each(['eyJ-', 'eyJ-aaaaaaaa.', 'eyJaaaaaaaa.aaaaaaaa.'])(
  'hides tokens in a moment among thousands of times %j',
  (piece) => {
    const began = performance.now();
    maskSecrets(piece.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(1_000);
  },
);
