import type { Db } from '#db/client.ts';
import type { Spending } from '#server/config/spending.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import type { Log } from '#server/lib/log.ts';
import { createAttemptLimiter, type AttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createSpending, type SpendingService } from '#server/modules/chat/spending.service.ts';
import { createLooseAnswers, type LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import { createModelTasks, type ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { createCapWarning, type CapWarningService } from '#server/modules/operator/cap-warning.service.ts';
import { createProfileService, type ProfileService } from '#server/modules/profile/profile.service.ts';
import { createBudgets, type Budgets } from '#server/modules/usage/budgets.service.ts';
import { createUsageService, type UsageService } from '#server/modules/usage/usage.service.ts';
import type { Keys } from './keys.ts';

type Input = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  model: ModelGateway;
  keys: Keys;
  log: Log;
  /** Multiplies every daily budget. */
  budgetFactor: number;
  /** The model's prices, and the operator's caps. */
  prices: Spending;
  supportEmail: string;
};
export type UsageServices = {
  profile: ProfileService;
  usage: UsageService;
  budgets: Budgets;
  attempts: AttemptLimiter;
  spending: SpendingService;
  ask: ModelTasks;
  looseAnswers: LooseAnswers;
  capWarning: CapWarningService;
};

/** Limits per person, per network and for the whole installation, and requests to the model within them. */
export function composeUsage(input: Input): UsageServices {
  const { db, clock, mail, model, keys, log, budgetFactor, prices, supportEmail } = input;
  const profile = createProfileService({ db, clock });
  const budgets = createBudgets({ db, clock, profile, factor: budgetFactor });
  const spending = createSpending({ db, clock, settings: prices });
  return {
    profile,
    usage: createUsageService({ db, clock, profile }),
    budgets,
    attempts: createAttemptLimiter({ db, clock, hash: keys.hash('attempts') }),
    spending,
    ask: createModelTasks({ model, spending, budgets }),
    looseAnswers: createLooseAnswers({ model, spending, budgets }),
    capWarning: createCapWarning({ mail, to: supportEmail, log }),
  };
}
