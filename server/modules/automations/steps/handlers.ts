import { createApproveStep } from './approve.ts';
import { createAskStep } from './ask.ts';
import { createEmailStep } from './email.ts';
import { createKnownFinder } from './find-known.ts';
import { createNoteStep } from './note.ts';
import { notifyStep } from './notify.ts';
import { postStep } from './post.ts';
import { createSearchStep } from './search.ts';
import type { StepHandlers } from './step-handler.ts';
import { createTemplateStep } from './template.ts';
import { waitStep } from './wait.ts';
import { createWebhookStep } from './webhook.ts';

type Dependencies = Omit<Parameters<typeof createAskStep>[0], 'findKnown'> &
  Parameters<typeof createKnownFinder>[0] &
  Parameters<typeof createNoteStep>[0] &
  Parameters<typeof createEmailStep>[0] &
  Parameters<typeof createTemplateStep>[0] &
  Parameters<typeof createApproveStep>[0] &
  Parameters<typeof createWebhookStep>[0];

/** How each kind of step runs and is rehearsed, except for conditions and loops. */
export function createStepHandlers(dependencies: Dependencies): StepHandlers {
  const findKnown = createKnownFinder(dependencies);
  return {
    ask: createAskStep({ ...dependencies, findKnown }),
    template: createTemplateStep(dependencies),
    search: createSearchStep({ findKnown }),
    wait: waitStep,
    email: createEmailStep(dependencies),
    webhook: createWebhookStep(dependencies),
    note: createNoteStep(dependencies),
    post: postStep,
    notify: notifyStep,
    approve: createApproveStep(dependencies),
  };
}
