import { TRIES_PER_DAY } from '#contract/automations/automation-limits.ts';
import { BUDGETS, type BudgetName, type Standing } from '#contract/billing/budgets.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { ATTEMPT_LIMITS, type AttemptKind } from '#server/modules/auth/attempt-limiter.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What leaves the product, or costs the operator money or CPU time. */
export const EFFECTS = [
  'emails',
  'text messages',
  'calls',
  'pushes',
  'model calls',
  'pages',
  'documents',
  'vectors',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** How much of an effect a count allows per day: to one account, and to all combined; null if nothing bounds that. */
export type Count = { effect: Effect; perAccount: (standing: Standing) => number; everyone: number | null };

const messagesOf = (standing: Standing): number =>
  LIMITS[standing === 'new_trial' || standing === 'trial' ? 'ultimate' : standing].messages;
const ofBudget = (effect: Effect, name: BudgetName): Count => ({
  effect,
  perAccount: (standing) => BUDGETS[name].perAccount[standing],
  everyone: BUDGETS[name].everyone,
});
const ofAttempts = (effect: Effect, kind: AttemptKind): Count => {
  const { max, windowMs } = ATTEMPT_LIMITS[kind];
  return { effect, perAccount: () => (max * DAY_MS) / windowMs, everyone: null };
};
const atMost = (effect: Effect, most: number, everyone: number | null = null): Count => ({
  effect,
  perAccount: () => most,
  everyone,
});

/** Every count that bounds an effect, by name. */
export const COUNTS = {
  owner_emails: ofBudget('emails', 'owner_emails'),
  urgent_emails: ofBudget('emails', 'urgent_emails'),
  security_emails: ofBudget('emails', 'security_emails'),
  emails_to_others: ofBudget('emails', 'emails_to_others'),
  calls: ofBudget('calls', 'calls'),
  pushes: ofBudget('pushes', 'pushes'),
  model_calls: ofBudget('model calls', 'model_calls'),
  pages_read: ofBudget('pages', 'pages_read'),
  documents_read: ofBudget('documents', 'documents_read'),
  embeddings: ofBudget('vectors', 'embeddings'),
  messages: {
    effect: 'model calls',
    perAccount: messagesOf,
    everyone: null,
  },
  /** A question or a search is turned into a vector, to find texts with a similar meaning. */
  'vectors of questions': {
    effect: 'vectors',
    perAccount: (standing: Standing) => messagesOf(standing) + TRIES_PER_DAY + BUDGETS.run_steps.perAccount[standing],
    everyone: null,
  },
  'passwords set': ofAttempts('emails', 'set-password:account'),
  'links to confirm a new address': ofAttempts('emails', 'email-change:account'),
  'codes by email': ofAttempts('emails', 'reauthentication-email:person'),
  'requests for consent': ofAttempts('emails', 'automation-recipient:person'),
  'the daily email': atMost('emails', 1),
  /** The end of a trial, an allowance that is nearly used up, a payment, a farewell: one email each. */
  'what happens to the plan': atMost('emails', 20),
  'text messages': atMost('text messages', 10, 1_000),
  /** Visitors have no account. Their counts are per network (docs/limits.md). */
  'emails to visitors': atMost('emails', 0, 2_000 + 24 * (300 + 120)),
  'questions of visitors': atMost('model calls', 0, 2_000),
} as const satisfies Record<string, Count>;
export type CountName = keyof typeof COUNTS;
