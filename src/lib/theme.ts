import { createListeners } from './listeners.ts';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

/** The choices and their labels, in the order in which they are offered. */
export const THEME_CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;

const YEAR_S = 31_536_000;

/** The theme a person chose, read from a cookie header. Undefined follows the system. */
export function themeFromCookies(cookies: string): Theme | undefined {
  const value = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies)?.[1];
  return value === 'light' || value === 'dark' ? value : undefined;
}

export function themeCookie(choice: ThemeChoice, isHttps: boolean): string {
  const life = choice === 'system' ? 0 : YEAR_S;
  return `theme=${choice === 'system' ? '' : choice}; Path=/; Max-Age=${life}; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

/** The theme chosen in this browser. */
export function getTheme(): ThemeChoice {
  return themeFromCookies(document.cookie) ?? 'system';
}

const choices = createListeners();

/** Subscribes to choices made on this page. Returns the unsubscribe function. */
export const onThemeChange = choices.subscribe;

/** Remembers the choice and applies it immediately. */
export function setTheme(choice: ThemeChoice): void {
  document.cookie = themeCookie(choice, window.location.protocol === 'https:');
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  choices.notify();
}
