import { createAskStep } from './ask.ts';
import { createEmailStep } from './email.ts';
import { createKnownFinder } from './find-known.ts';
import { createNoteStep } from './note.ts';
import { notifyStep } from './notify.ts';
import { postStep } from './post.ts';
import { createSearchStep } from './search.ts';
import { StepError, type StepHandlers } from './step-handler.ts';
import { createTemplateStep } from './template.ts';
import { waitStep } from './wait.ts';

type Dependencies = Omit<Parameters<typeof createAskStep>[0], 'findKnown'> &
  Parameters<typeof createKnownFinder>[0] &
  Parameters<typeof createNoteStep>[0] &
  Parameters<typeof createEmailStep>[0] &
  Parameters<typeof createTemplateStep>[0];

/** How each kind of step is carried out and rehearsed, except for conditions and loops. */
export function createStepHandlers(dependencies: Dependencies): StepHandlers {
  const findKnown = createKnownFinder(dependencies);
  const notBuilt = async () => {
    throw new StepError('This step isn’t built yet.');
  };
  return {
    ask: createAskStep({ ...dependencies, findKnown }),
    template: createTemplateStep(dependencies),
    search: createSearchStep({ findKnown }),
    wait: waitStep,
    email: createEmailStep(dependencies),
    webhook: { effect: 'outside', timeLimitMs: 1, run: notBuilt, rehearse: notBuilt },
    note: createNoteStep(dependencies),
    post: postStep,
    notify: notifyStep,
    approve: { effect: 'inside', timeLimitMs: 1, run: notBuilt, rehearse: notBuilt },
  };
}
