import type { BudgetName } from '#contract/billing/budgets.ts';
import type { ActionStep, StepOf } from '#contract/automations/steps.ts';
import type { Value, Values } from '#contract/automations/values.ts';
import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';
import type { PromptVersion } from '#server/prompts/model-task.ts';
import type { RehearsedStep } from '../automations.dto.ts';

/**
 * Takes from the owner's daily budgets (`#contract/billing/budgets.ts`). A step must have no effect that it hasn't
 * taken for.
 */
type Budgeted = {
  /**
   * Takes one from the budget. Call it before an external effect; for an internal one, pass `trx` if the budget is in
   * SUMMED. (The others have a row for everyone, which a process that freezes in a transaction would keep locked.)
   * Throws BudgetUsedUpError if none is left: the step then waits until the next day.
   */
  take: (budget: BudgetName, trx?: Db) => Promise<void>;
  /** Takes one call to a host. */
  takeCall: (host: string) => Promise<void>;
  /** Gives one back after something that definitely didn't happen. */
  giveBack: (budget: BudgetName) => Promise<void>;
};

/** What a step knows about the run it is part of. */
export type StepContext = Budgeted & {
  userId: UserId;
  access: Access;
  /** IANA name of the owner's time zone. */
  timeZone: string;
  automation: { id: string; name: string };
  /** `chain`: the automations that led to what this run does, oldest first, its own the last. Events that it causes carry it on. */
  run: { id: string; chain: readonly string[] };
  /** Which step of the run it is, behind the items of the loops around it: `s1`, or `s4:0/s5`. */
  key: string;
  /** The same for the same step of the same run and item, whatever happens in between: a UUID that identifies the effect. */
  effectId: string;
  attempt: number;
  /** When the step began to wait, and until when; null if it hasn't. */
  waiting: { since: Date; until: Date } | null;
  now: Date;
  /** A text of the step with its values in place. */
  fill: (text: string) => string;
  valueOf: (reference: string) => Value | undefined;
  /**
   * To be called right before a call to the outside goes out. Fails if the run is no longer this process’s: the process was frozen and
   * another one has taken the run on, or its owner canceled it.
   */
  beforeCall: () => Promise<void>;
  signal: AbortSignal;
};

/** What the run records, in the transaction in which the step ends. What is changed in it happens exactly once. */
type InTransaction = { inTransaction?: (trx: Db) => Promise<void> };
export type StepOutcome =
  /** `prompt`: the one that a teammate answered. */
  | ({
      kind: 'done';
      input: Values;
      output: Values;
      messages?: number;
      emails?: number;
      prompt?: PromptVersion;
    } & InTransaction)
  /** The step runs again at `until`, or when it is kicked. */
  | ({ kind: 'waits'; input: Values; until: Date; reason: string } & InTransaction)
  /** The whole run ends, without a failure. */
  | ({ kind: 'ends'; status: 'stopped' | 'skipped'; input: Values; reason: string } & InTransaction)
  /** The run waits for its owner, and until the moment at which it may continue without them, if there is one. */
  | ({ kind: 'pauses'; input: Values; reason: string; until: Date | null } & InTransaction);

/** A step that failed, as a sentence for its owner. A temporary failure is tried again; `detail` is what the other side said, for support. */
export class StepError extends Error {
  readonly isTemporary: boolean;
  readonly detail: string;
  /** We can't tell whether it happened: the owner is asked. */
  readonly isUnknown: boolean;

  constructor(sentence: string, options: { isTemporary?: boolean; isUnknown?: boolean; detail?: string } = {}) {
    super(sentence);
    this.name = 'StepError';
    this.isTemporary = options.isTemporary ?? false;
    this.isUnknown = options.isUnknown ?? false;
    this.detail = (options.detail ?? '').slice(0, 1_000);
  }
}

/** Another process has taken the run on, or it was canceled: nothing may be written, and no call may go out. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

/**
 * In a rehearsal, what a step would do. `takeAnswer` says whether one more answer may really be written. `valueOf` returns undefined for what
 * isn't known yet, such as an answer that wasn't written, and `fill` puts its label there in brackets. `now` is when the step would begin.
 */
export type RehearsalContext = Omit<StepContext, 'attempt' | 'waiting' | 'beforeCall' | keyof Budgeted> & {
  takeAnswer: () => boolean;
};
/** `output` has no field for what isn't known yet. `until`: when the step would end, if it waits for a time. */
export type Rehearsed = Pick<RehearsedStep, 'outcome' | 'text' | 'body'> & { output: Values; until?: Date };

/** A step that would fail, and why as a sentence. */
export const wouldFail = (why: string): Rehearsed => ({
  outcome: 'stops',
  text: `It would fail. ${why}`,
  body: null,
  output: {},
});

/** How one kind of step runs, and is rehearsed. A rehearsal changes nothing. */
export type StepHandler<S extends ActionStep = ActionStep> = {
  /**
   * Where its effect is. One that is `outside` calls `beforeCall` right before its call. If it was cut off, it is `unknown` and not repeated,
   * unless `isRepeatable` says that the other side recognizes a repeated call.
   */
  effect: 'none' | 'inside' | 'outside';
  isRepeatable?: (step: S) => boolean;
  /** How long one attempt may take, in milliseconds. */
  timeLimitMs: number;
  run: (step: S, context: StepContext) => Promise<StepOutcome>;
  rehearse: (step: S, context: RehearsalContext) => Promise<Rehearsed>;
};
export type StepHandlers = { [K in ActionStep['kind']]: StepHandler<StepOf<K>> };

/** How a condition was decided, or what a loop goes through: what a run stores, and what a rehearsal says. */
export type BranchingResult = {
  input: Values;
  output: Values;
  /** Why it can't be decided, as a sentence, if that ends the run: a value is missing, or can't be read or compared. */
  problem: ((labelOf: (reference: string) => string) => string) | null;
  would: (labelOf: (reference: string) => string) => Pick<RehearsedStep, 'outcome' | 'text'>;
};
