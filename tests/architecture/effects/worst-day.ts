import { MESSAGE_MAX } from '#contract/chat/chat.ts';
import { VALUE_MAX } from '#contract/automations/automation-limits.ts';
import { BUDGETS, type BudgetName, type Standing } from '#contract/billing/budgets.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { COUNTS, EFFECTS, type Count, type Effect } from './counts.ts';

const [KB, MB] = [1_000, 1_000_000];
/** Bytes of one character in UTF-8 at worst: a UTF-16 unit takes up to three. */
const BYTES_PER_UNIT = 3;
/** A row with its indexes and without its texts. */
const ROW_BYTES = 500;
/** The most seconds of CPU time that each takes: the readers' own limits, and measurements of a step and a change. */
const CPU_SECONDS = { documents: 30, pages: 10, step: 0.02, change: 0.01, message: 0.1 };
/** Question, answer, turn, receipt and list entries. */
const ROWS_OF_A_MESSAGE = 5;
/** Each heading begins a passage, so text with a heading every few words has one for about so many characters. */
const PASSAGE_UNITS = 100;

export type WorstDay = Record<Effect, number> & { rows: number; megabytes: number; 'CPU hours': number };

const tierOf = (standing: Standing) => (standing === 'new_trial' || standing === 'trial' ? 'ultimate' : standing);

/** The most that everyone's budget gives to `accounts`: past half of it, each gets at most its share. */
function ofAll(each: number, accounts: number, everyone: number | null, share = 0): number {
  const wanted = each * accounts;
  if (everyone === null || wanted <= everyone / 2) return wanted;
  return Math.min(wanted, everyone, Math.ceil(everyone / 2) + share * accounts);
}
const shareOf = (name: string): number => (name in BUDGETS ? BUDGETS[name as BudgetName].share : 0); // reason: just checked

/** The worst that some accounts can cause in a day, with default settings and every count used up. */
export function worstDay(standing: Standing, accounts: number): WorstDay {
  const take = (name: BudgetName) => {
    const { perAccount, everyone, share } = BUDGETS[name];
    return ofAll(perAccount[standing], accounts, everyone, share);
  };
  const sums = Object.fromEntries(EFFECTS.map((effect) => [effect, 0])) as Record<Effect, number>; // reason: every effect has one
  for (const [name, { effect, perAccount, everyone }] of Object.entries<Count>(COUNTS))
    sums[effect] += ofAll(perAccount(standing), accounts, everyone, shareOf(name));
  const { messages, storageBytes } = LIMITS[tierOf(standing)];
  const [asked, stored] = [messages * accounts, Math.min(storageBytes * accounts, take('source_bytes'))];
  const rows =
    take('changes') +
    take('run_steps') +
    take('bell_lines') +
    take('posts') +
    take('approvals') +
    take('facts') +
    asked * ROWS_OF_A_MESSAGE +
    take('security_emails') +
    stored / PASSAGE_UNITS;
  // A run may finish a step that it has begun.
  const overrun = accounts * 3 * VALUE_MAX * 2 * BYTES_PER_UNIT;
  const bytes =
    rows * ROW_BYTES +
    take('run_bytes') +
    overrun +
    take('changes') * KB +
    (take('posts') + take('approvals')) * VALUE_MAX * BYTES_PER_UNIT +
    asked * 2 * MESSAGE_MAX * BYTES_PER_UNIT +
    stored * 2;
  const seconds =
    sums.documents * CPU_SECONDS.documents +
    sums.pages * CPU_SECONDS.pages +
    take('run_steps') * CPU_SECONDS.step +
    take('changes') * CPU_SECONDS.change +
    asked * CPU_SECONDS.message;
  return {
    ...sums,
    rows: Math.round(rows),
    megabytes: Math.round(bytes / MB),
    'CPU hours': Math.round(seconds / 360) / 10,
  };
}

const SHOWN = [
  ['rows', 'rows'],
  ['megabytes', 'MB in the database'],
  ['emails', 'emails'],
  ['text messages', 'text messages'],
  ['calls', 'calls to other systems'],
  ['pushes', 'notices shown by browsers'],
  ['model calls', 'model calls, messages included'],
  ['vectors', 'vectors'],
  ['pages', 'web pages'],
  ['documents', 'documents'],
  ['CPU hours', 'CPU hours of what is counted'],
] as const satisfies readonly (readonly [keyof WorstDay, string])[];

/** The rows of the table in docs/limits.md. */
export function worstDayTable(): string[] {
  const days = [worstDay('free', 1), worstDay('new_trial', 1), worstDay('new_trial', 100)];
  return SHOWN.map(
    ([key, label]) => `| ${label} | ${days.map((day) => day[key].toLocaleString('en-US')).join(' | ')} |`,
  );
}
