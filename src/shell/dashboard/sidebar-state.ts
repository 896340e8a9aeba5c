const WEEK_S = 604_800;
const NAME = 'sidebar_state';

/** Whether the sidebar was left open, from a cookie header (SHELL-2). Open by default. */
export function isSidebarOpen(cookies: string): boolean {
  return !new RegExp(`(?:^|;\\s*)${NAME}=false(?:;|$)`).test(cookies);
}

/** The cookie that stores the sidebar's state for seven days. */
export function sidebarCookie(isOpen: boolean, isHttps: boolean): string {
  return `${NAME}=${isOpen}; Path=/; Max-Age=${WEEK_S}; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}
