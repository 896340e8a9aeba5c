import { describe, expect, it } from 'vitest';
import { safeRedirectPath, signInPath } from './redirect-path.ts';

describe('the redirect after sign-in', () => {
  it.each(['/dashboard', '/dashboard/seomi?c=1#end', '/', '/authors'])('may be the path %s', (path) => {
    expect(safeRedirectPath(path)).toBe(path);
  });

  it.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/dashboard\\..',
    '/\t/elsewhere.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    '/auth',
    '/auth?redirect=/auth',
    42,
    undefined,
  ])('is never %j', (path) => {
    expect(safeRedirectPath(path)).toBeUndefined();
  });

  it('is carried to the sign-in page', () => {
    expect(signInPath('/dashboard/seomi?c=1')).toBe('/auth?redirect=%2Fdashboard%2Fseomi%3Fc%3D1');
    expect(signInPath('//elsewhere.example')).toBe('/auth');
  });
});
