/** The address of all pages of automations. */
const AUTOMATIONS = '/dashboard/power-ups/automations/$';

/** For a link to, or a navigation to, a page below the list of automations. */
const linkTo = (path: string) => ({ to: AUTOMATIONS, params: { _splat: path } }) as const; // reason: the router types addresses as literals

export type AutomationLink = ReturnType<typeof linkTo>;

export const automationLinks = {
  list: linkTo(''),
  approvals: linkTo('approvals'),
  runs: linkTo('runs'),
  run: (runId: string) => linkTo(`runs/${runId}`),
  edit: (automationId: string) => linkTo(automationId),
  rehearsal: (automationId: string) => linkTo(`${automationId}/rehearsal`),
  /** Its figures and its runs. */
  analytics: (automationId: string) => linkTo(`${automationId}/runs`),
};

/** Which page an address is, from what stands in it behind `automations/`. */
export type AutomationsView =
  | { view: 'list' | 'approvals' | 'runs' }
  | { view: 'run'; runId: string }
  | { view: 'edit' | 'rehearsal' | 'analytics'; automationId: string };

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const RUN = new RegExp(`^runs/${ID}$`);
const ONE = new RegExp(`^${ID}(/runs|/rehearsal)?$`);

/** Null if there is no such page. */
export function automationsView(path: string): AutomationsView | null {
  const clean = path.replace(/\/$/, '').toLowerCase();
  if (clean === '') return { view: 'list' };
  if (clean === 'approvals' || clean === 'runs') return { view: clean };
  const [, runId] = RUN.exec(clean) ?? [];
  if (runId !== undefined) return { view: 'run', runId };
  const [, automationId, page] = ONE.exec(clean) ?? [];
  if (automationId === undefined) return null;
  return { view: page === '/runs' ? 'analytics' : page === '/rehearsal' ? 'rehearsal' : 'edit', automationId };
}
