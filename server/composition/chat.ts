import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { areToolsRefused, toModelError } from '#server/gateways/model/model-error.ts';
import type { TeammateModel } from '#server/gateways/model/model.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import { createChatService, type ChatService } from '#server/modules/chat/chat.service.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import { createTurnOpener } from '#server/modules/chat/turns/open-turns.ts';
import { createSavedSignals, type SavedSignals } from '#server/modules/chat/turns/saved-signals.ts';
import { createTurnRunner, type TurnRunner } from '#server/modules/chat/turns/turn-runner.ts';
import { createInsightsService, type InsightsService } from '#server/modules/insights/insights.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';

type Input = {
  db: Db;
  clock: Clock;
  model: TeammateModel;
  log: Log;
  trouble: DatabaseTrouble;
  searches: SearchQueue;
  profile: ProfileService;
  usage: UsageService;
  budgets: Budgets;
  spending: SpendingService;
  brain: BrainService;
  isModelEnabled: boolean;
};
export type ChatServices = {
  runner: TurnRunner;
  saved: SavedSignals;
  chat: ChatService;
  insights: InsightsService;
};

/** Conversations with the team, and its cards on Home. */
export function composeChat(input: Input): ChatServices {
  const { db, clock, model, log, trouble, searches, profile, usage, budgets, spending, brain, isModelEnabled } = input;
  const failureOf = (error: unknown) => toModelError(error).failure;
  const runner = createTurnRunner({ db, clock, model, spending, log, trouble, failureOf, areToolsRefused });
  const saved = createSavedSignals();
  const opener = createTurnOpener({ db, clock, profile, usage, spending, isModelEnabled, brain });
  return {
    runner,
    saved,
    chat: createChatService({ db, clock, opener, runner, saved, usage, budgets, searches }),
    insights: createInsightsService({ db, clock, profile }),
  };
}
