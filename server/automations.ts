import type { z } from 'zod';
import type { answerApprovalSchema } from '#contract/automations/automation-inputs.ts';
import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createAutomationSteps } from '#server/automation-steps.ts';
import { createSealedBox } from '#server/lib/crypto/sealed-box.ts';
import type { Log } from '#server/lib/log.ts';
import { createAutomationsService } from '#server/modules/automations/automations.service.ts';
import { createHookAddresses } from '#server/modules/automations/hooks/hook-addresses.ts';
import { createHookCalls } from '#server/modules/automations/hooks/hook-calls.service.ts';
import { createRehearsals } from '#server/modules/automations/rehearsal/rehearsals.service.ts';
import { createRunner } from '#server/modules/automations/runs/advance.ts';
import { createAutomationRuns } from '#server/modules/automations/runs/automation-runs.service.ts';
import { createStartRun } from '#server/modules/automations/runs/start-run.ts';
import { pauseOverLimit, turnOff } from '#server/modules/automations/runs/turn-off.ts';
import { arm, disarm } from '#server/modules/automations/schedule/arm.ts';
import { nextRuns } from '#server/modules/automations/schedule/next-runs.ts';
import { createRunWhenDue } from '#server/modules/automations/schedule/run-when-due.ts';
import type { TemplatesService } from '#server/modules/power-ups/templates.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { Overrides } from '#server/outside.ts';
import type { Approvals } from '#server/modules/automations/automations.dto.ts';

// SCAFFOLD: the signatures that the router relies on. Each service takes the place of its part here, and then this is gone.
type In<S extends z.ZodType> = z.output<S>;
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
const notBuilt = (): never => {
  throw new Error('not built yet');
};
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- reason: scaffold
const scaffold = <T extends object>() => new Proxy({}, { get: () => notBuilt }) as T; // reason: scaffold

type Dependencies = Parameters<typeof createAutomationSteps>[0] &
  Omit<Parameters<typeof createRehearsals>[0], 'handlers' | 'runValues' | 'nextTimes' | 'listTemplates'> & {
    templates: Pick<TemplatesService, 'list'>;
    db: Db;
    clock: Clock;
    profile: ProfileService;
    usage: UsageService;
    publicUrl: string;
    secrets: [string, ...string[]];
    jobs: Pick<Jobs, 'kick'>;
    log: Log;
    overrides: Pick<Overrides, 'steps'>;
  };

/** What automations are made of. */
export function createAutomations(dependencies: Dependencies) {
  const { overrides, log, secrets, publicUrl } = dependencies;
  const steps = createAutomationSteps(dependencies);
  const handlers = overrides.steps ?? steps.stepHandlers;
  const { runValues } = steps;
  const hooks = createHookAddresses({ box: createSealedBox(secrets, 'automation hooks'), publicUrl });
  const startRun = createStartRun({ turnOff, pauseOverLimit, log });
  return {
    ...steps,
    automations: createAutomationsService({
      ...dependencies,
      hooks,
      schedules: { arm, disarm },
      nextTimes: nextRuns,
    }),
    hookCalls: createHookCalls({
      ...dependencies,
      hooks,
      startRun,
      hash: dependencies.hashesFor('automation hook calls')[0],
    }),
    automationRuns: createAutomationRuns({ ...dependencies, startRun, turnOff }),
    approvals: scaffold<ApprovalsService>(),
    recipients: scaffold<RecipientsService>(),
    rehearsals: createRehearsals({
      ...dependencies,
      handlers,
      runValues,
      nextTimes: nextRuns,
      listTemplates: async (userId) => (await dependencies.templates.list(userId)).templates,
    }),
    /** What jobs do. */
    automationJobs: {
      run: createRunner({ ...dependencies, handlers, runValues, turnOff }),
      runWhenDue: createRunWhenDue({ ...dependencies, startRun }),
    },
    startRun,
  };
}
