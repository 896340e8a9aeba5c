import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { createDocumentReader } from '#server/gateways/documents/document-reader.ts';
import { createEmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { isRefusedRequest, toModelError } from '#server/gateways/model/model-error.ts';
import { PageProblem } from '#server/gateways/web/page-problem.ts';
import { createWebGateway } from '#server/gateways/web/web.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import type { Log } from '#server/lib/log.ts';
import type { Attempts } from '#server/modules/brain/sources/add-file.ts';
import { createBrainService } from '#server/modules/brain/brain.service.ts';
import { createEmbedder } from '#server/modules/brain/meaning/embedder.ts';
import { createSourcesService } from '#server/modules/brain/sources/sources.service.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { Outside, Overrides } from '#server/outside.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  ask: ModelTasks;
  spending: SpendingService;
  budgets: Pick<Budgets, 'charge' | 'giveBack'>;
  isModelEnabled: boolean;
  log: Log;
  profile: ProfileService;
  attempts: Attempts;
  jobs: Pick<Jobs, 'kick'>;
  publicUrl: string;
  /** The model that turns texts into vectors; null if there is none. */
  embeddingModel: string | null;
  searches: SearchQueue;
  outside: Outside;
  overrides: Overrides;
};

/** What the team knows: facts, documents and web pages, with the gateways that read them. */
export function createKnowledge({ publicUrl, embeddingModel, outside, overrides, ...given }: Dependencies) {
  const embeddings =
    embeddingModel === null
      ? null
      : (overrides.embeddings ?? createEmbeddingsGateway({ ...outside.model, model: embeddingModel }));
  const dependencies = { ...given, embeddings, embedder: createEmbedder({ ...given, embeddings }) };
  const documents = overrides.documents ?? createDocumentReader();
  return {
    brain: createBrainService(dependencies),
    /** Has to be closed. */
    documents,
    sources: createSourcesService({
      ...dependencies,
      documents,
      web: overrides.web ?? createWebGateway({ publicUrl, standIns: outside.webStandIns }),
      isImageRefusal: (error) => isRefusedRequest(toModelError(error)),
      pageProblemOf: (error) => (error instanceof PageProblem ? error.code : null),
    }),
  };
}
