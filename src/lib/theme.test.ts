import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getTheme, onThemeChange, setTheme, themeCookie, themeFromCookies } from './theme.ts';

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

  it('is kept for a year, and removed to follow the system', () => {
    expect(themeCookie('dark', true)).toBe('theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
    expect(themeCookie('system', false)).toBe('theme=; Path=/; Max-Age=0; SameSite=Lax');
  });
});

it('a choice is applied, and everything on the page that shows it hears of it', () => {
  const page = { cookie: '', documentElement: { dataset: {} } };
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { location: { protocol: 'https:' } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const seen: string[] = [];
  const stop = onThemeChange(() => seen.push(getTheme()));

  setTheme('dark');
  expect(page.documentElement.dataset).toEqual({ theme: 'dark' });
  stop();
  setTheme('light');
  expect(seen).toEqual(['dark']);
});
