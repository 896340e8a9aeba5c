import { STATEMENT_MAX, STATEMENT_TOO_LONG, type FactState } from '#contract/brain/brain.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import type { Conflict } from './brain-types.ts';

/** What a fact's state is called. */
export const STATE_NAMES: Record<FactState, string> = {
  suggested: 'Suggested',
  confirmed: 'Confirmed',
  conflict: 'In conflict',
  superseded: 'Replaced',
  forgotten: 'Forgotten',
};

/** An answer that fits on a button. */
const BUTTON_MAX = 18;
/** An answer that is set in large type. */
const LARGE_MAX = 12;

/** One side of a conflict: its answer, the words it comes from, and its button. */
export function sideOf({ facts }: Conflict, fact: Fact) {
  const [newest, next] = facts;
  const isNewer = fact.id === newest?.id && next !== undefined && newest.learnedAt > next.learnedAt;
  const verb = fact.id === newest?.id ? 'Use' : 'Keep';
  const { value, statement, quote } = fact;
  const answer = value === '' ? statement : value;
  return {
    isNewer,
    answer,
    isLarge: answer.length <= LARGE_MAX,
    words: quote !== '' ? `“${quote}”` : value === '' ? null : statement,
    button: answer.length <= BUTTON_MAX ? `${verb} ${answer.replace(/\.$/, '')}` : `${verb} this`,
  };
}

/**
 * Says what the team does until conflicts are settled. A suggestion never keeps it from relying on the owner's word.
 */
export function untilSettledText(conflicts: readonly Conflict[]): string {
  const isReliedOn = ({ facts }: Conflict) => facts.some((fact) => !fact.isDisputed);
  if (conflicts.every(isReliedOn))
    return 'A document, page or automation disagrees with you. Your team goes by your word unless you pick the other answer.';
  return conflicts.some(isReliedOn)
    ? 'Your sources disagree. Your team goes by your word where you’ve given one clear answer. Elsewhere, it won’t rely on either answer until you pick one.'
    : 'Your sources disagree. Your team won’t rely on either answer until you pick one.';
}

/** Why a statement wasn't saved, and whether its owner can allow the team to have the secret in it. */
export type StatementProblem = { text: string | undefined; mayShare?: boolean };
export const toStatementProblem = (error: unknown): StatementProblem => ({
  text: errorText(error),
  mayShare: errorCode(error) === 'FACT_MAY_BE_SHARED',
});

/** Why a statement can't be saved. The server checks it again. */
export function statementProblem(statement: string): string | undefined {
  const { length } = statement.trim();
  if (length === 0) return 'Please type a fact.';
  return length > STATEMENT_MAX ? STATEMENT_TOO_LONG : undefined;
}
