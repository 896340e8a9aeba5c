import type { BudgetName } from './budgets.ts';

const MB = 1024 * 1024;

/** What the daily budgets are called on the screen that shows what is left of them. */
export const BUDGET_LABELS: Record<BudgetName, string> = {
  owner_emails: 'Emails from your team',
  urgent_emails: 'Emails about approvals and paused automations',
  emails_to_others: 'Emails to others from automations',
  calls: 'Calls to other systems',
  bell_lines: 'Notifications from automations',
  pushes: 'Notifications on your devices',
  posts: 'Messages from automations in your conversations',
  approvals: 'Approval requests from automations',
  facts: 'Facts suggested by automations',
  run_steps: 'Automation steps',
  run_bytes: 'Data saved by automations',
  changes: 'Changes you make',
  security_emails: 'Emails about your account’s security',
  model_calls: 'Background reading and drafting',
  embeddings: 'Facts and passages indexed',
  pages_read: 'Web pages read',
  source_bytes: 'Documents and pages added',
  documents_read: 'Documents read',
  exports: 'Downloads',
};

/** An amount of a budget as text: `1,200` or `20 MB`. */
export const budgetAmountText = (budget: BudgetName, amount: number): string =>
  budget.endsWith('_bytes') ? `${Math.ceil((amount / MB) * 10) / 10} MB` : amount.toLocaleString('en-US');
