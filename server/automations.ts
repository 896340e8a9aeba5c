import type { z } from 'zod';
import type {
  answerApprovalSchema,
  createAutomationSchema,
  describeSchema,
  duplicateAutomationSchema,
  listRunsSchema,
  restoreVersionSchema,
  saveDraftSchema,
  setMinutesSavedSchema,
  setOnSchema,
  settleUnknownSchema,
  startRehearsalSchema,
  startRunSchema,
  tryStepSchema,
} from '#contract/automations/automation-inputs.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { UserId } from '#db/types.gen.ts';
import type {
  Analytics,
  Approvals,
  AutomationDto,
  AutomationPage,
  AutomationsOverview,
  DraftedAutomation,
  HookDto,
  RehearsalPage,
  RunDto,
  RunList,
  RunPage,
  SavedDraft,
  TriedStep,
} from '#server/modules/automations/automations.dto.ts';

// SCAFFOLD: the signatures that the router relies on. Each service takes the place of its part here, and then this is gone.
type In<S extends z.ZodType> = z.output<S>;
type AutomationsService = {
  overview: (userId: UserId) => Promise<AutomationsOverview>;
  get: (userId: UserId, automationId: string) => Promise<AutomationPage>;
  create: (userId: UserId, input: In<typeof createAutomationSchema>) => Promise<AutomationDto>;
  saveDraft: (userId: UserId, input: In<typeof saveDraftSchema>) => Promise<SavedDraft>;
  publish: (userId: UserId, automationId: string) => Promise<AutomationDto>;
  setOn: (userId: UserId, input: In<typeof setOnSchema>) => Promise<AutomationDto>;
  restoreVersion: (userId: UserId, input: In<typeof restoreVersionSchema>) => Promise<SavedDraft>;
  duplicate: (userId: UserId, input: In<typeof duplicateAutomationSchema>) => Promise<AutomationDto>;
  remove: (userId: UserId, automationId: string) => Promise<void>;
  restore: (userId: UserId, automationId: string) => Promise<void>;
  hideSamples: (userId: UserId) => Promise<void>;
  pauseAll: (userId: UserId, isPaused: boolean) => Promise<void>;
  chooseActive: (userId: UserId, automationIds: string[]) => Promise<void>;
  setMinutesSaved: (userId: UserId, input: In<typeof setMinutesSavedSchema>) => Promise<void>;
  analytics: (userId: UserId, automationId: string) => Promise<Analytics>;
  nextRuns: (trigger: Trigger) => Promise<string[]>;
  newHook: (userId: UserId, automationId: string) => Promise<HookDto & { secret: string }>;
};
type RunsService = {
  list: (userId: UserId, input: In<typeof listRunsSchema>) => Promise<RunList>;
  get: (userId: UserId, runId: string) => Promise<RunPage>;
  start: (userId: UserId, input: In<typeof startRunSchema>) => Promise<RunDto>;
  retry: (userId: UserId, runId: string) => Promise<void>;
  cancel: (userId: UserId, runId: string) => Promise<void>;
  settleUnknown: (userId: UserId, input: In<typeof settleUnknownSchema>) => Promise<void>;
};
type ApprovalsService = {
  list: (userId: UserId) => Promise<Approvals>;
  answer: (userId: UserId, input: In<typeof answerApprovalSchema>) => Promise<void>;
  takeBack: (userId: UserId, approvalId: string) => Promise<void>;
  setEmails: (userId: UserId, isOn: boolean) => Promise<void>;
};
type RecipientsService = {
  add: (userId: UserId, email: string) => Promise<void>;
  remove: (userId: UserId, email: string) => Promise<void>;
};
type RehearsalsService = {
  tryStep: (userId: UserId, input: In<typeof tryStepSchema>) => Promise<TriedStep>;
  describe: (userId: UserId, input: In<typeof describeSchema>) => Promise<DraftedAutomation>;
  start: (userId: UserId, input: In<typeof startRehearsalSchema>) => Promise<void>;
  find: (userId: UserId, automationId: string) => Promise<RehearsalPage>;
};
const notBuilt = (): never => {
  throw new Error('not built yet');
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reason: scaffold
const scaffold = <T extends object>() => new Proxy({}, { get: () => notBuilt }) as T;

/** What automations are made of. */
export const createAutomations = () => ({
  automations: scaffold<AutomationsService>(),
  automationRuns: scaffold<RunsService>(),
  approvals: scaffold<ApprovalsService>(),
  recipients: scaffold<RecipientsService>(),
  rehearsals: scaffold<RehearsalsService>(),
});
