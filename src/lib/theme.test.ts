import { describe, expect, it } from 'vitest';
import { themeCookie, themeFromCookies } from './theme.ts';

describe('the theme cookie', () => {
  it.each([
    ['theme=dark', 'dark'],
    ['a=1; theme=light; b=2', 'light'],
    ['theme=', undefined],
    ['mytheme=dark', undefined],
    ['theme=<script>', undefined],
    ['', undefined],
  ])('%j means %s', (cookies, theme) => {
    expect(themeFromCookies(cookies)).toBe(theme);
  });

  it('is kept for a year, and removed when the system decides', () => {
    expect(themeCookie('dark', true)).toBe('theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
    expect(themeCookie('system', false)).toBe('theme=; Path=/; Max-Age=0; SameSite=Lax');
  });
});
