import { describe, expect, it } from 'vitest';
import { allowedLink } from './link-policy.ts';

describe('URLs in an answer', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com', 'mailto:hello@example.com', 'HTTPS://EXAMPLE.COM'])(
    '%s may be linked',
    (address) => {
      expect(allowedLink(address)).toBe(address);
    },
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    '//example.com',
    '/dashboard/billing',
    '#part',
    '',
  ])('%j stays text', (address) => {
    expect(allowedLink(address)).toBe('');
  });
});
