import { budgetAmountText } from './budget-names.ts';
import { DAY_MS, TRIAL_DAYS } from './plans.ts';
import { TIERS, type Tier } from './tiers.ts';

const MB = 1024 * 1024;

/** Decides the size of an account's daily budgets. `new_trial` is the first day of a trial. */
export type Standing = 'free' | 'new_trial' | 'trial' | 'starter' | 'pro' | 'ultimate';

/** What an account has access to now; `tier` is the one whose limits apply. */
type Access = { tier: Tier; isInTrial: boolean; trialEndsAt: string | null };

export function standingOf({ tier, isInTrial, trialEndsAt }: Access, now: Date): Standing {
  if (!isInTrial || trialEndsAt === null) return tier;
  return Date.parse(trialEndsAt) - now.getTime() > (TRIAL_DAYS - 1) * DAY_MS ? 'new_trial' : 'trial';
}

type PerAccount = Record<Standing, number>;
const always = (most: number): PerAccount => byStanding({ free: most, trial: most, paid: most });
function byStanding({
  free,
  trial,
  newTrial = trial,
  paid,
}: Record<'free' | 'trial' | 'paid', number> & { newTrial?: number }): PerAccount {
  return { free, new_trial: newTrial, trial, starter: paid, pro: paid, ultimate: paid };
}

type Budget = {
  /** The limit as a sentence for the account's owner. `most` is already formatted. */
  text: (most: string) => string;
  /** The maximum for one account, and for all accounts combined, per day (UTC). */
  perAccount: PerAccount;
  everyone: number;
  /** Once half of `everyone` is used up, only accounts that have used no more than this that day can take more. */
  share: number;
};

/**
 * Daily budgets, on top of the limits on single requests and runs. They cover everything an account causes that takes
 * up storage, reaches other people or other systems, or costs the operator money, except for the messages included in a
 * plan. A busy, honest shop never reaches them (docs/limits.md gives the reason for each number). `BUDGET_FACTOR`
 * multiplies all of them.
 */
export const BUDGETS = {
  /** Emails that automations send to their owner. Past the limit, the next daily email lists the rest. */
  owner_emails: {
    text: (most) => `Your team can email you up to ${most} times a day.`,
    perAccount: always(100),
    everyone: 50_000,
    share: 20,
  },
  /** Emails that ask for an approval or report a stopped automation. Past the limit, they are only in the bell. */
  urgent_emails: {
    text: (most) => `We’ll email you about approvals and paused automations up to ${most} times a day.`,
    perAccount: always(200),
    everyone: 50_000,
    share: 20,
  },
  /** Emails that automations send to other people, who have agreed to get them. */
  emails_to_others: {
    text: (most) => `Automations can send other people up to ${most} emails a day.`,
    perAccount: always(100),
    everyone: 20_000,
    share: 10,
  },
  /** Calls to other systems. */
  calls: {
    text: (most) => `Automations can call other systems up to ${most} times a day.`,
    perAccount: { free: 200, new_trial: 500, trial: 2_000, starter: 2_000, pro: 10_000, ultimate: 20_000 },
    everyone: 500_000,
    share: 200,
  },
  /** Notices that automations add to the bell. */
  bell_lines: {
    text: (most) => `Automations can send you up to ${most} notifications a day.`,
    perAccount: byStanding({ free: 2_000, trial: 500, paid: 2_000 }),
    everyone: 500_000,
    share: 100,
  },
  /**
   * Notices that browsers show while no tab is open, one for each browser. Past the limit, they are only in the bell.
   */
  pushes: {
    text: (most) => `Your browsers can show up to ${most} notifications a day.`,
    perAccount: byStanding({ free: 1_000, trial: 1_000, paid: 5_000 }),
    everyone: 500_000,
    share: 100,
  },
  /** Messages that automations post in conversations. */
  posts: {
    text: (most) => `Automations can post up to ${most} messages a day in your conversations.`,
    perAccount: byStanding({ free: 500, trial: 500, paid: 2_000 }),
    everyone: 500_000,
    share: 100,
  },
  /** Texts that automations ask their owner to approve. */
  approvals: {
    text: (most) => `Automations can ask you to approve up to ${most} texts a day.`,
    perAccount: byStanding({ free: 200, trial: 500, paid: 1_000 }),
    everyone: 200_000,
    share: 50,
  },
  /** Facts that automations suggest for the Brain. */
  facts: {
    text: (most) => `Automations can suggest up to ${most} facts a day for the Brain.`,
    perAccount: always(500),
    everyone: 200_000,
    share: 50,
  },
  /** Steps that runs execute, one row each. */
  run_steps: {
    text: (most) => `Automations can run up to ${most} steps a day.`,
    perAccount: byStanding({ free: 5_000, trial: 20_000, paid: 100_000 }),
    everyone: 5_000_000,
    share: 2_000,
  },
  /** Bytes that runs write. */
  run_bytes: {
    text: (most) => `Automations can save up to ${most} of data a day.`,
    perAccount: byStanding({ free: 20 * MB, trial: 20 * MB, paid: 100 * MB }),
    everyone: 20_000 * MB,
    share: 5 * MB,
  },
  /** Changes by owners and their scripts, one for each kB (see `server/modules/usage/weight-of-change.ts`). */
  changes: {
    text: (most) => `You can make up to ${most} changes a day.`,
    perAccount: byStanding({ free: 20_000, trial: 20_000, paid: 100_000 }),
    everyone: 10_000_000,
    share: 2_000,
  },
  /** Emails about the account's own security. Past the limit, they're sent the next day; the bell has them at once. */
  security_emails: {
    text: (most) => `We’ll send you up to ${most} emails a day about your account’s security.`,
    perAccount: always(100),
    everyone: 50_000,
    share: 20,
  },
  /** Model calls that aren't messages: extracting facts, summaries, drafts, test runs of single steps. */
  model_calls: {
    text: (most) =>
      `Your team can do up to ${most} background tasks a day, such as reading and drafting, on top of your messages.`,
    perAccount: byStanding({ free: 600, trial: 1_500, paid: 3_000 }),
    everyone: 200_000,
    share: 200,
  },
  /** Facts, and passages of documents and pages, that are turned into vectors. */
  embeddings: {
    text: (most) => `Your team can index up to ${most} facts and passages a day.`,
    perAccount: byStanding({ free: 5_000, trial: 20_000, paid: 20_000 }),
    everyone: 2_000_000,
    share: 1_000,
  },
  /** Web pages fetched for the Brain, including when they're read again. */
  pages_read: {
    text: (most) => `Your team can read up to ${most} web pages a day.`,
    perAccount: byStanding({ free: 500, trial: 1_000, paid: 2_000 }),
    everyone: 200_000,
    share: 100,
  },
  /** Documents read for the Brain, including when they're read again and after a failed attempt. */
  documents_read: {
    text: (most) => `Your team can read up to ${most} documents a day.`,
    perAccount: byStanding({ free: 200, trial: 500, paid: 1_000 }),
    everyone: 100_000,
    share: 50,
  },
  /** Bytes of uploaded documents and of the text of pages, whether or not they're kept. */
  source_bytes: {
    text: (most) => `You can add up to ${most} of documents and pages a day.`,
    perAccount: {
      free: 60 * MB,
      new_trial: 300 * MB,
      trial: 1_000 * MB,
      starter: 300 * MB,
      pro: 1_000 * MB,
      ultimate: 2_000 * MB,
    },
    everyone: 100_000 * MB,
    share: 100 * MB,
  },
  /** Downloads that the server puts together: data, conversations, templates and uploaded files. */
  exports: {
    text: (most) => `You can download up to ${most} files a day.`,
    perAccount: always(200),
    everyone: 100_000,
    share: 50,
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;
export const BUDGET_NAMES = Object.keys(BUDGETS) as BudgetName[]; // reason: the keys of BUDGETS

/** How many calls a day accounts without a paid plan can make to one host, all of them combined. */
export const UNPAID_CALLS_TO_ONE_HOST = 5_000;

/** What an account that the operator has put on hold can still do. */
export const IGNORES_HOLD: ReadonlySet<BudgetName> = new Set<BudgetName>(['security_emails', 'exports', 'pushes']);

/**
 * Budgets that many small writes take from, in the transaction of the write. Everyone's total is the sum of the
 * accounts' counts, read once a minute: with a row for it, each of these writes would wait for the one before.
 */
export const SUMMED: ReadonlySet<BudgetName> = new Set<BudgetName>([
  'bell_lines',
  'posts',
  'approvals',
  'facts',
  'run_steps',
  'run_bytes',
  'changes',
]);

/** When the daily budgets reset: at midnight UTC. */
export const budgetsRenewAt = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** Whose budget is used up: this account's or everyone's. `held`: the operator has put this account on hold. */
export type BudgetRefusal = 'account' | 'everyone' | 'held';

/** Whether a larger plan has a larger budget. */
const hasMore = (budget: BudgetName, { tier, isInTrial }: Access): boolean => {
  const { perAccount } = BUDGETS[budget];
  const larger = TIERS.slice(isInTrial ? 0 : TIERS.indexOf(tier) + 1);
  return larger.some((one) => perAccount[one] > perAccount[isInTrial ? 'trial' : tier]);
};

/** Why something has to wait. The caller says until when. */
export function budgetText(budget: BudgetName, refusal: BudgetRefusal, access: Access, most: number): string {
  if (refusal === 'held') return 'Your account is on hold. Please contact us.';
  if (refusal === 'everyone') return 'We’ve reached today’s limit on this for all our customers combined.';
  const text = BUDGETS[budget].text(budgetAmountText(budget, most));
  return hasMore(budget, access) ? `${text} A larger plan allows more.` : text;
}

/** Accounts without a paid plan can't call this host again today. */
export const hostFullText = (host: string): string =>
  `We’ve reached today’s limit on calls to ${host} from accounts without a paid plan. A paid plan allows more.`;
