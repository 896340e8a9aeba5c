import type { Step, StepKind, StepOf } from '../steps.ts';
import { approve } from './approve.ts';
import { ask } from './ask.ts';
import { condition } from './condition.ts';
import { email } from './email.ts';
import { loop } from './loop.ts';
import { note } from './note.ts';
import { notify } from './notify.ts';
import { post } from './post.ts';
import { search } from './search.ts';
import type { StepContract } from './step-contract.ts';
import { template } from './template.ts';
import { wait } from './wait.ts';
import { webhook } from './webhook.ts';

/** What both sides know about each kind of step. This doesn't compile if a kind of `stepSchema` is missing. */
const STEP_CONTRACTS: { [K in StepKind]: StepContract<StepOf<K>> } = {
  ask,
  template,
  search,
  wait,
  email,
  webhook,
  note,
  post,
  notify,
  approve,
  condition,
  loop,
};

/** All kinds of steps. */
export const STEP_KINDS = Object.keys(STEP_CONTRACTS) as StepKind[]; // reason: the keys of STEP_CONTRACTS

export const contractOfKind = (kind: StepKind): StepContract<Step> =>
  STEP_CONTRACTS[kind] as unknown as StepContract<Step>; // reason: each kind’s contract takes steps of its kind

export const contractOf = (step: Step): StepContract<Step> => contractOfKind(step.kind);
