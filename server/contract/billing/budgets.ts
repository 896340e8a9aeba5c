import { DAY_MS, TRIAL_DAYS } from './plans.ts';
import { TIERS, type Tier } from './tiers.ts';

const MB = 1024 * 1024;

/** What decides how much an account may cause in a day. `new_trial` is a trial's first day. */
export type Standing = 'free' | 'new_trial' | 'trial' | 'starter' | 'pro' | 'ultimate';

/** What an account may use now; `tier` is the one whose limits apply. */
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
  /** What it is called on the screen that shows what is left. */
  label: string;
  /** What `most` stands in, as its owner reads it. */
  text: (most: string) => string;
  /** The most of one account, and of all accounts together, in a day (UTC). */
  perAccount: PerAccount;
  everyone: number;
  /** Once half of `everyone` is gone, only accounts that have used at most this much of it that day get more. */
  share: number;
};

/**
 * What an account may cause in a day, beyond the limits of single requests and runs: everything that takes room, reaches other people or other
 * systems, or costs the operator money without being a message of the plan. A busy honest shop meets none of these (docs/limits.md has the
 * reason for each number). They are multiplied by `BUDGET_FACTOR`.
 */
export const BUDGETS = {
  /** Emails that automations send to their owner. Beyond them, one email gathers the day's rest. */
  owner_emails: {
    label: 'Emails from automations to you',
    text: (most) => `Automations email you at most ${most} times a day.`,
    perAccount: always(100),
    everyone: 50_000,
    share: 20,
  },
  /** Emails that ask for an approval, or say that an automation was stopped. Beyond them, only the bell says so. */
  urgent_emails: {
    label: 'Emails about approvals and paused automations',
    text: (most) => `We email you about approvals and paused automations at most ${most} times a day.`,
    perAccount: always(200),
    everyone: 50_000,
    share: 20,
  },
  /** Emails that automations send to people who agreed. */
  emails_to_others: {
    label: 'Emails from automations to others',
    text: (most) => `Automations send other people at most ${most} emails a day.`,
    perAccount: always(100),
    everyone: 20_000,
    share: 10,
  },
  /** Calls to other systems. */
  calls: {
    label: 'Calls to other systems',
    text: (most) => `Automations call other systems at most ${most} times a day.`,
    perAccount: { free: 200, new_trial: 500, trial: 2_000, starter: 2_000, pro: 10_000, ultimate: 20_000 },
    everyone: 500_000,
    share: 200,
  },
  /** Lines that automations add to the bell. */
  bell_lines: {
    label: 'Notifications from automations',
    text: (most) => `Automations notify you at most ${most} times a day.`,
    perAccount: byStanding({ free: 2_000, trial: 500, paid: 2_000 }),
    everyone: 500_000,
    share: 100,
  },
  /** Messages that automations put into conversations. */
  posts: {
    label: 'Messages from automations in your chats',
    text: (most) => `Automations add at most ${most} messages to your conversations a day.`,
    perAccount: byStanding({ free: 2_000, trial: 500, paid: 2_000 }),
    everyone: 500_000,
    share: 100,
  },
  /** Facts that automations suggest to the Brain. */
  facts: {
    label: 'Facts suggested by automations',
    text: (most) => `Automations suggest at most ${most} facts a day to the Brain.`,
    perAccount: always(500),
    everyone: 200_000,
    share: 50,
  },
  /** Steps that runs carry out, one row each. */
  run_steps: {
    label: 'Steps of automations',
    text: (most) => `Automations carry out at most ${most} steps a day.`,
    perAccount: byStanding({ free: 5_000, trial: 20_000, paid: 100_000 }),
    everyone: 5_000_000,
    share: 2_000,
  },
  /** What runs write, in bytes. */
  run_bytes: {
    label: 'Written by automations',
    text: (most) => `Automations write at most ${most} a day.`,
    perAccount: byStanding({ free: 20 * MB, trial: 20 * MB, paid: 100 * MB }),
    everyone: 20_000 * MB,
    share: 5 * MB,
  },
  /** Calls of the model that aren't messages: reading for facts, summaries, drafts, tries. */
  model_calls: {
    label: 'Reading and preparing',
    text: (most) => `Your team reads and prepares at most ${most} things for you a day, on top of your messages.`,
    perAccount: byStanding({ free: 600, trial: 1_500, paid: 3_000 }),
    everyone: 200_000,
    share: 200,
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;
export const BUDGET_NAMES = Object.keys(BUDGETS) as BudgetName[]; // reason: the keys of BUDGETS

/** Calls that accounts which never paid make to one host, all of them together, in a day. */
export const UNPAID_CALLS_TO_ONE_HOST = 5_000;

/** When a day's budgets start over: at midnight UTC. */
export const budgetsRenewAt = (now: Date): Date => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** Whose budget has no room: this account's or everyone's. `held`: the operator has stopped this account. */
export type BudgetRefusal = 'account' | 'everyone' | 'held';

/** An amount of a budget in words: `1,200` or `20 MB`. */
export const budgetAmountText = (budget: BudgetName, amount: number): string =>
  budget === 'run_bytes' ? `${Math.ceil((amount / MB) * 10) / 10} MB` : amount.toLocaleString('en-US');
/** Whether a larger plan has more of it. */
const hasMore = (budget: BudgetName, { tier, isInTrial }: Access): boolean => {
  const { perAccount } = BUDGETS[budget];
  const larger = TIERS.slice(isInTrial ? 0 : TIERS.indexOf(tier) + 1);
  return larger.some((one) => perAccount[one] > perAccount[isInTrial ? 'trial' : tier]);
};

/** Why something isn't done now. When it is done is for the caller to say. */
export function budgetText(budget: BudgetName, refusal: BudgetRefusal, access: Access, most: number): string {
  if (refusal === 'held') return 'Your account is on hold. Please write to us.';
  if (refusal === 'everyone') return 'We’ve done as much of this for everyone as we can today.';
  const text = BUDGETS[budget].text(budgetAmountText(budget, most));
  return hasMore(budget, access) ? `${text} A larger plan allows more.` : text;
}

/** Accounts that have never paid can't call this host anymore today. */
export const hostFullText = (host: string): string =>
  `${host} has had as many calls as we make without a paid plan in a day. A paid plan allows more.`;
