import type { Template } from '#contract/templates/templates.ts';
import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { isRefusedRequest, toModelError } from '#server/gateways/model/model-error.ts';
import { PageProblem } from '#server/gateways/web/page-problem.ts';
import type { WebGateway } from '#server/gateways/web/web.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import type { Log } from '#server/lib/log.ts';
import type { AttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createBrainService, type BrainService } from '#server/modules/brain/brain.service.ts';
import { createEmbedder } from '#server/modules/brain/meaning/embedder.ts';
import {
  createPreferencesService,
  type PreferencesService,
} from '#server/modules/brain/preferences/preferences.service.ts';
import { createSourcesService, type SourcesService } from '#server/modules/brain/sources/sources.service.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { createProfileEditing, type ProfileEditing } from '#server/modules/profile/profile-editing.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { createKnownFinder } from '#server/modules/automations/steps/find-known.ts';
import { createTemplatesService, type TemplatesService } from '#server/modules/templates/templates.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';

type Input = {
  db: Db;
  clock: Clock;
  documents: DocumentReader;
  web: WebGateway;
  /** Null unless `AI_EMBEDDING_MODEL` is set. */
  embeddings: EmbeddingsGateway | null;
  jobs: Pick<Jobs, 'kick'>;
  log: Log;
  searches: SearchQueue;
  profile: ProfileService;
  usage: UsageService;
  budgets: Budgets;
  attempts: AttemptLimiter;
  spending: SpendingService;
  ask: ModelTasks;
  looseAnswers: LooseAnswers;
  isModelEnabled: boolean;
  /** Our templates in place of the real ones, in tests. */
  ourTemplates: readonly Template[] | undefined;
};
export type KnowledgeServices = {
  brain: BrainService;
  preferences: PreferencesService;
  sources: SourcesService;
  profileEditing: ProfileEditing;
  templates: TemplatesService;
};

/**
 * What the team knows: facts, documents and web pages; how it answers; and the templates that are filled in from what
 * it knows.
 */
export function composeKnowledge(input: Input): KnowledgeServices {
  const { db, clock, documents, web, embeddings, jobs, log, searches, profile, usage, budgets, attempts } = input;
  const { spending, ask, looseAnswers, isModelEnabled, ourTemplates } = input;
  const embedder = createEmbedder({ db, clock, embeddings, spending, budgets, isModelEnabled });
  const brain = createBrainService({ db, clock, ask, isModelEnabled, log, embeddings, embedder, searches, attempts });
  const sources = createSourcesService({
    db,
    clock,
    profile,
    attempts,
    documents,
    web,
    pageProblemOf: (error) => (error instanceof PageProblem ? error : null),
    isImageRefusal: (error) => isRefusedRequest(toModelError(error)),
    ask,
    isModelEnabled,
    jobs,
    embedder,
    budgets,
  });
  return {
    brain,
    preferences: createPreferencesService({
      db,
      clock,
      log,
      profile,
      attempts,
      answers: looseAnswers,
      brain,
      isModelEnabled,
    }),
    sources,
    profileEditing: createProfileEditing({ db, clock, sources }),
    templates: createTemplatesService({
      db,
      clock,
      usage,
      budgets,
      brain,
      ask,
      answers: looseAnswers,
      findKnown: createKnownFinder({ db, brain }),
      attempts,
      isModelEnabled,
      log,
      templates: ourTemplates,
    }),
  };
}
