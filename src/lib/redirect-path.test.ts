import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import { signInPath } from './redirect-path.ts';

const SITE = 'https://tenfold.example';

describe('the redirect after sign-in', () => {
  test.each(['/dashboard', '/dashboard/seomi?c=1#end', '/', '/authors', '/a//b', '/search?next=https://x.example'])(
    'can be the path %s',
    (path) => {
      expect(safeRedirectPath(path)).toBe(path);
    },
  );

  test.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/dashboard\\..',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/half-a-pair-\uD800',
    'javascript:alert(1)',
    'dashboard',
    '',
    ' /dashboard',
    '/auth',
    '/auth?redirect=/auth',
    '/auth/callback/google?code=1',
    `/${'x'.repeat(2_000)}`,
    42,
    undefined,
  ])('is never %j', (path) => {
    expect(safeRedirectPath(path)).toBeUndefined();
  });

  test('stays on this site, however it is crafted', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%',
      '\t',
      '\n',
      '\u0000',
      'evil.example',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))), (pieces) => {
        const path = safeRedirectPath(`/${pieces.join('')}`);
        if (path !== undefined) expect(new URL(path, SITE).origin).toBe(SITE);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is passed to the sign-in page', () => {
    expect(signInPath('/dashboard/seomi?c=1')).toBe('/auth?redirect=%2Fdashboard%2Fseomi%3Fc%3D1');
    expect(signInPath('//elsewhere.example')).toBe('/auth');
  });
});
