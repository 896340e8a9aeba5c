import type { Step, StepKind, StepOf } from '#contract/automations/steps.ts';
import { approve } from './approve.ts';
import { ask } from './ask.ts';
import { condition } from './condition.ts';
import { email } from './email.ts';
import { loop } from './loop.ts';
import { note } from './note.ts';
import { notify } from './notify.ts';
import { post } from './post.ts';
import { search } from './search.ts';
import type { StepView } from './step-view.ts';
import { template } from './template.ts';
import { wait } from './wait.ts';
import { webhook } from './webhook.ts';

/** How each kind of step is shown, in the order of the menu. This doesn't compile if a kind is missing. */
const STEP_VIEWS: { [K in StepKind]: StepView<StepOf<K>> } = {
  ask,
  approve,
  condition,
  email,
  post,
  notify,
  template,
  search,
  note,
  wait,
  loop,
  webhook,
};

/** The kinds of steps in the order of the menu. */
export const STEP_MENU = Object.keys(STEP_VIEWS) as StepKind[]; // reason: the keys of STEP_VIEWS

export const viewOfKind = (kind: StepKind): StepView<Step> => STEP_VIEWS[kind] as unknown as StepView<Step>; // reason: each kind’s view takes steps of its kind

export const viewOf = (step: Step): StepView<Step> => viewOfKind(step.kind);
