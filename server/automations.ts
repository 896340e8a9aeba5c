import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { createAutomationSteps } from '#server/automation-steps.ts';
import { createSealedBox } from '#server/lib/crypto/sealed-box.ts';
import type { Log } from '#server/lib/log.ts';
import { createAutomationsService } from '#server/modules/automations/automations.service.ts';
import { createEventStarts } from '#server/modules/automations/events/start-for-event.ts';
import { createHookAddresses } from '#server/modules/automations/hooks/hook-addresses.ts';
import { createHookCalls } from '#server/modules/automations/hooks/hook-calls.service.ts';
import { createRehearsals } from '#server/modules/automations/rehearsal/rehearsals.service.ts';
import { createRunner } from '#server/modules/automations/runs/advance.ts';
import { createAutomationRuns } from '#server/modules/automations/runs/automation-runs.service.ts';
import { createGiveUp } from '#server/modules/automations/runs/give-up.ts';
import { createKeptValues } from '#server/modules/automations/runs/kept-values.ts';
import { createStartRun } from '#server/modules/automations/runs/start-run.ts';
import { nextRuns } from '#server/modules/automations/schedule/next-runs.ts';
import { createRunWhenDue } from '#server/modules/automations/schedule/run-when-due.ts';
import type { TemplatesService } from '#server/modules/templates/templates.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { Overrides } from '#server/outside.ts';

type Dependencies = Omit<Parameters<typeof createAutomationSteps>[0], 'hooks'> &
  Omit<Parameters<typeof createRehearsals>[0], 'handlers' | 'runValues' | 'nextTimes' | 'listTemplates'> & {
    templates: Pick<TemplatesService, 'listNames'>;
    db: Db;
    clock: Clock;
    profile: ProfileService;
    usage: UsageService;
    budgets: Budgets;
    publicUrl: string;
    secrets: [string, ...string[]];
    jobs: Pick<Jobs, 'kick'>;
    log: Log;
    overrides: Pick<Overrides, 'steps'>;
  };

/** What automations are made of. */
export function createAutomations(dependencies: Dependencies) {
  const { overrides, log, secrets, publicUrl } = dependencies;
  const hooks = createHookAddresses({ box: createSealedBox(secrets, 'automation hooks', log), publicUrl });
  const steps = createAutomationSteps({ ...dependencies, hooks });
  const handlers = overrides.steps ?? steps.stepHandlers;
  const { runValues } = steps;
  const listTemplates = dependencies.templates.listNames;
  const startRun = createStartRun({ log });
  return {
    ...steps,
    automations: createAutomationsService({
      ...dependencies,
      hooks,
      nextTimes: nextRuns,
      runValues,
      listTemplates,
    }),
    hookCalls: createHookCalls({
      ...dependencies,
      hooks,
      startRun,
      hash: dependencies.hashesFor('automation hook calls')[0],
    }),
    automationRuns: createAutomationRuns({ ...dependencies, startRun }),
    keptValues: createKeptValues(dependencies),
    rehearsals: createRehearsals({
      ...dependencies,
      handlers,
      runValues,
      nextTimes: nextRuns,
      listTemplates,
    }),
    /** What jobs do. */
    automationJobs: {
      run: createRunner({ ...dependencies, handlers, runValues }),
      giveUp: createGiveUp(dependencies),
      takeEvent: createEventStarts({ ...dependencies, startRun }),
      runWhenDue: createRunWhenDue({ ...dependencies, startRun }),
    },
    startRun,
  };
}
