import type { BudgetName, BudgetRefusal } from '#contract/billing/budgets.ts';
import { AppError } from './app-error.ts';

/** A budget is used up until `until`. `text` says which. */
export class BudgetUsedUpError extends AppError {
  readonly budget: BudgetName;
  readonly refusal: BudgetRefusal;
  readonly until: Date;

  constructor(budget: BudgetName, refusal: BudgetRefusal, text: string, until: Date) {
    super('BUDGET_USED_UP', text);
    this.budget = budget;
    this.refusal = refusal;
    this.until = until;
  }
}
