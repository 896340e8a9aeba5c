import { useSyncExternalStore } from 'react';
import { getTheme, onThemeChange, type ThemeChoice } from './theme.ts';

/** The theme chosen in this browser, the same wherever the page shows it. */
export function useTheme(): ThemeChoice {
  return useSyncExternalStore(onThemeChange, getTheme, () => 'system');
}
