import { BUDGETS } from '#contract/billing/budgets.ts';

/** What an account's active runs can write before they notice that the budget is used up: one step each. */
const OVER = { run_steps: 3, run_bytes: 3 * 750_000 };

const NAMES = {
  owner_emails: 'emails from automations to the owner',
  urgent_emails: 'other emails to the owner',
  calls: 'POSTs to another system',
  bell_lines: 'notices in the bell',
  posts: 'messages in conversations',
  facts: 'facts suggested',
  run_steps: 'steps of runs',
  run_bytes: 'bytes of runs',
  approvals: 'texts to approve',
  model_calls: 'model calls',
  pages_read: 'web pages read',
  documents_read: 'documents read',
  source_bytes: 'bytes of documents and pages',
  changes: 'changes, in kB',
};

/**
 * What an account has caused, next to its budgets for `days` days: `{ name, caused, most, isWithin }`. Where nothing
 * outside the product counts, this is the product's own count.
 */
export function compareBudgets(caused, { standing, days }) {
  return Object.entries(NAMES).map(([budget, name]) => {
    const most = BUDGETS[budget].perAccount[standing] * days;
    return { name, caused: caused[budget], most, isWithin: caused[budget] <= most + (OVER[budget] ?? 0) };
  });
}
