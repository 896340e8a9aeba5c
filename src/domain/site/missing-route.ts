/** The routes of paths that don't exist: on the site, and inside the dashboard. */
const MISSING_ROUTES: readonly string[] = ['/_site/$', '/_app/dashboard/$'];

/** Whether this route, the innermost of a page, stands for a path that doesn't exist: 404, no canonical address, not indexed. */
export function isMissingRoute(routeId: string | undefined): boolean {
  return routeId !== undefined && MISSING_ROUTES.includes(routeId);
}
