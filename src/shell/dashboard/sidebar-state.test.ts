import { describe, expect, it } from 'vitest';
import { isSidebarOpen, sidebarCookie } from './sidebar-state.ts';

describe('the sidebar cookie', () => {
  it('SHELL-2: keeps the state for seven days', () => {
    expect(sidebarCookie(false, false)).toBe('sidebar_state=false; Path=/; Max-Age=604800; SameSite=Lax');
    expect(sidebarCookie(true, true)).toContain('; Secure');
  });

  it('is read back, and the sidebar is open without it', () => {
    expect(isSidebarOpen('')).toBe(true);
    expect(isSidebarOpen('theme=dark; sidebar_state=false')).toBe(false);
    expect(isSidebarOpen('sidebar_state=true')).toBe(true);
    expect(isSidebarOpen('old_sidebar_state=false')).toBe(true);
  });
});
