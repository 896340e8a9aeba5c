import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { toModelError } from '#server/gateways/model/model-error.ts';
import type { OutgoingCalls } from '#server/gateways/outgoing-calls/outgoing-calls.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/lib/log.ts';
import type { AttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createApprovals, type ApprovalsService } from '#server/modules/automations/approvals/approvals.service.ts';
import { createAutomationsService, type AutomationsService } from '#server/modules/automations/automations.service.ts';
import { createEventStarts, type TakeEvent } from '#server/modules/automations/events/start-for-event.ts';
import { createHookAddresses } from '#server/modules/automations/hooks/hook-addresses.ts';
import { createHookCalls, type HookCallsService } from '#server/modules/automations/hooks/hook-calls.service.ts';
import { createHookSecrets } from '#server/modules/automations/hooks/hook-secrets.ts';
import { createRecipientLinks } from '#server/modules/automations/recipients/recipient-links.ts';
import { createRecipients, type RecipientsService } from '#server/modules/automations/recipients/recipients.service.ts';
import { createRehearsals, type RehearsalsService } from '#server/modules/automations/rehearsal/rehearsals.service.ts';
import { createRunner, type RunAutomation } from '#server/modules/automations/runs/advance.ts';
import {
  createAutomationRuns,
  type AutomationRunsService,
} from '#server/modules/automations/runs/automation-runs.service.ts';
import { createGiveUp, type GiveUp } from '#server/modules/automations/runs/give-up.ts';
import { createKeptValues, type KeptValues } from '#server/modules/automations/runs/kept-values.ts';
import { createStartRun, type StartRun } from '#server/modules/automations/runs/start-run.ts';
import { nextRuns } from '#server/modules/automations/schedule/next-runs.ts';
import { createRunWhenDue, type RunWhenDue } from '#server/modules/automations/schedule/run-when-due.ts';
import { createStepHandlers } from '#server/modules/automations/steps/handlers.ts';
import { createRunValues, type RunValues } from '#server/modules/automations/steps/run-values.ts';
import type { StepHandlers } from '#server/modules/automations/steps/step-handler.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { TemplatesService } from '#server/modules/templates/templates.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { Keys } from './keys.ts';

type Input = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  calls: OutgoingCalls;
  jobs: Pick<Jobs, 'kick'>;
  keys: Keys;
  log: Log;
  profile: ProfileService;
  usage: UsageService;
  budgets: Budgets;
  attempts: AttemptLimiter;
  ask: ModelTasks;
  looseAnswers: LooseAnswers;
  isModelEnabled: boolean;
  brain: BrainService;
  templates: TemplatesService;
  publicUrl: string;
  supportEmail: string;
  /** Replaces the real step handlers, in tests. */
  steps: StepHandlers | undefined;
};
export type AutomationServices = {
  automations: AutomationsService;
  automationRuns: AutomationRunsService;
  approvals: ApprovalsService;
  recipients: RecipientsService;
  rehearsals: RehearsalsService;
  hookCalls: HookCallsService;
  keptValues: KeptValues;
  /** The real handlers, even if a test runs others in their place. */
  stepHandlers: StepHandlers;
  runValues: RunValues;
  startRun: StartRun;
  /** What jobs do. */
  automationJobs: { run: RunAutomation; giveUp: GiveUp; takeEvent: TakeEvent; runWhenDue: RunWhenDue };
};

/** Automations: set up, rehearsed, started and run. */
export function composeAutomations(input: Input): AutomationServices {
  const { db, clock, mail, calls, jobs, keys, log, profile, usage, budgets, attempts, ask, looseAnswers } = input;
  const { isModelEnabled, brain, templates, publicUrl, supportEmail, steps } = input;
  const { listNames: listTemplates } = templates;
  const hooks = createHookAddresses({ box: keys.box('automation hooks'), publicUrl });
  const links = createRecipientLinks({ hashes: keys.hashes('automation emails'), publicUrl, supportEmail });
  const runValues = createRunValues({ db });
  const startRun = createStartRun({ log });
  const stepHandlers = createStepHandlers({
    db,
    mail,
    calls,
    links,
    hookSecrets: createHookSecrets({ db, hooks }),
    brain,
    templates,
    usage,
    answers: looseAnswers,
    isModelEnabled,
    modelFailureOf: toModelError,
    publicUrl,
  });
  const handlers = steps ?? stepHandlers;
  return {
    automations: createAutomationsService({
      db,
      clock,
      profile,
      usage,
      hooks,
      nextTimes: nextRuns,
      runValues,
      listTemplates,
    }),
    automationRuns: createAutomationRuns({ db, clock, startRun, jobs }),
    approvals: createApprovals({
      db,
      clock,
      mail,
      budgets,
      hash: keys.hash('approvals'),
      publicUrl,
      kickRuns: () => jobs.kick('automation-run'),
    }),
    recipients: createRecipients({ db, clock, mail, attempts, links, publicUrl }),
    rehearsals: createRehearsals({
      db,
      clock,
      profile,
      attempts,
      ask,
      isModelEnabled,
      handlers,
      runValues,
      nextTimes: nextRuns,
      listTemplates,
      jobs,
      log,
    }),
    hookCalls: createHookCalls({
      db,
      clock,
      hooks,
      hash: keys.hash('automation hook calls'),
      startRun,
      jobs,
      profile,
      budgets,
    }),
    keptValues: createKeptValues({ db, clock, profile }),
    stepHandlers,
    runValues,
    startRun,
    automationJobs: {
      run: createRunner({ db, clock, profile, handlers, budgets, runValues }),
      giveUp: createGiveUp({ db, clock, jobs }),
      takeEvent: createEventStarts({ db, clock, startRun, jobs }),
      runWhenDue: createRunWhenDue({ db, clock, startRun, jobs }),
    },
  };
}
