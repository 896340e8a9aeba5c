import { isActionStep } from '#contract/automations/all-steps.ts';
import type { ActionStep, Step, StepOf } from '#contract/automations/steps.ts';
import type { Values } from '#contract/automations/values.ts';
import { decide } from '../steps/condition.ts';
import { findItems, valuesOfItem } from '../steps/loop.ts';
import type { BranchingResult } from '../steps/step-handler.ts';
import type { Reading } from './reading.ts';
import type { Scope } from './scope.ts';

/** Where a step is in a run. */
export type Place = {
  /** The step's id behind the items of the loops around it: `s1`, or `s4:0/s5`. */
  key: string;
  /** The item's place in the loops around it, from 1; empty outside loops. */
  items: number[];
  /** Inside a condition that can't be decided yet: which of its branches this is. */
  onlyIf: 'holds' | 'fails' | null;
  /** How many times it happens at most: more than once inside a loop whose list isn't known yet. */
  times: number;
};

/** How the steps end early. */
export type Ended<End> = { ends: End };

/**
 * What a run and a rehearsal do differently. The interpreter decides which steps follow each other and which values
 * they see; it calls nothing, stores nothing and takes from no budget.
 */
export type Execution<End> = {
  reading: Reading;
  /** The stored output of a completed step, so that a run can resume; undefined if it isn't done. */
  recall: (key: string) => Values | undefined;
  /** Called before each step that isn't done. Null if the step can begin. */
  begin: (step: Step, place: Place, scope: Scope) => Promise<Ended<End> | null>;
  /** Does what the step says, or finds out what it would do. `again`: what it was waiting for may have arrived. */
  execute: (step: ActionStep, place: Place, scope: Scope) => Promise<{ output: Values } | Ended<End> | 'again'>;
  /** Records how a condition was decided, or what a loop goes through. */
  record: (step: Step, place: Place, result: BranchingResult) => Promise<void>;
  /** Fails the run at a condition or loop whose values can't be used. */
  fail: (step: Step, place: Place, result: Undecided) => Promise<Ended<End>>;
  /** How the steps end at a condition that isn't met and stops them. */
  stop: (step: StepOf<'condition'>, place: Place, scope: Scope) => End;
  /** What to do about values that aren't known yet. Null if the scope is complete. */
  unknown: {
    /** Visits both branches of a condition, only one of which will happen. */
    visitBoth: <T>(first: () => Promise<T>, second: () => Promise<T>) => Promise<[T, T]>;
    /** The steps after this may not happen. */
    mayEnd: () => void;
  } | null;
};

type Undecided = BranchingResult & { problem: NonNullable<BranchingResult['problem']> };
const hasProblem = (result: BranchingResult): result is Undecided => result.problem !== null;

/** Says at which item of the loops around it a step has its problem. */
const withItem = (result: Undecided, { items }: Place): Undecided =>
  items.length === 0
    ? result
    : {
        ...result,
        problem: (labelOf) => `${result.problem(labelOf)} This was item ${items.toReversed().join(' of item ')}.`,
      };

/** Where a list of steps is in a run. */
type ListPlace = Omit<Place, 'key'> & { prefix: string };

/** Goes through steps in their order. Returns how they ended early, or null at the end. */
export function interpret<End>(
  steps: readonly Step[],
  execution: Execution<End>,
  outermost: Scope,
): Promise<Ended<End> | null> {
  async function visitAction(step: ActionStep, place: Place, scope: Scope): Promise<Ended<End> | null> {
    for (;;) {
      const done = execution.recall(place.key);
      const visited = done
        ? { output: done }
        : ((await execution.begin(step, place, scope)) ?? (await execution.execute(step, place, scope)));
      if (visited === 'again') continue;
      if ('ends' in visited) return visited;
      scope.add(step.id, visited.output);
      return null;
    }
  }

  /** Both branches of a condition that can't be decided yet. */
  async function visitBoth(step: StepOf<'condition'>, around: ListPlace, scope: Scope): Promise<Ended<End> | null> {
    if (!execution.unknown) throw new Error(`the condition ${step.id} can’t be decided`);
    const [then, otherwise] = await execution.unknown.visitBoth(
      () => visitAll(step.then, { ...around, onlyIf: 'holds' }, scope.inner()),
      () => visitAll(step.otherwise, { ...around, onlyIf: 'fails' }, scope.inner()),
    );
    const mayStop = otherwise !== null || step.stops;
    if (then !== null || mayStop) execution.unknown.mayEnd();
    return mayStop ? then : null;
  }

  async function visitCondition(
    step: StepOf<'condition'>,
    place: Place,
    around: ListPlace,
    scope: Scope,
  ): Promise<Ended<End> | null> {
    const done = execution.recall(place.key);
    let holds = done ? done['holds'] === true : null;
    if (!done) {
      const ended = await execution.begin(step, place, scope);
      if (ended) return ended;
      const decision = decide(step, scope, execution.reading);
      if (hasProblem(decision)) return execution.fail(step, place, withItem(decision, place));
      await execution.record(step, place, decision);
      holds = decision.holds;
    }
    if (holds === null) return visitBoth(step, around, scope);
    const ended = await visitAll(holds ? step.then : step.otherwise, around, scope.inner());
    if (ended) return ended;
    return !holds && step.stops ? { ends: execution.stop(step, place, scope) } : null;
  }

  async function visitLoop(
    step: StepOf<'loop'>,
    place: Place,
    around: ListPlace,
    scope: Scope,
  ): Promise<Ended<End> | null> {
    const isDone = execution.recall(place.key) !== undefined;
    if (!isDone) {
      const ended = await execution.begin(step, place, scope);
      if (ended) return ended;
    }
    const { items, most, ...result } = findItems(step, scope);
    if (hasProblem(result)) return execution.fail(step, place, withItem(result, place));
    if (!isDone) await execution.record(step, place, result);
    const inside = (index: number): ListPlace => ({
      ...around,
      prefix: `${place.key}:${index}/`,
      items: [...around.items, index + 1],
    });
    // Without its list, one round stands for all of them.
    if (items === null) return visitAll(step.steps, { ...inside(0), times: around.times * most }, scope.inner());
    for (const [index, item] of items.entries()) {
      const ofItem = scope.inner();
      ofItem.add(step.id, valuesOfItem(item, index + 1));
      const ended = await visitAll(step.steps, inside(index), ofItem);
      if (ended) return ended;
    }
    return null;
  }

  async function visitAll(list: readonly Step[], around: ListPlace, scope: Scope): Promise<Ended<End> | null> {
    const { prefix, ...rest } = around;
    for (const step of list) {
      const place = { ...rest, key: prefix + step.id };
      const ended = isActionStep(step)
        ? await visitAction(step, place, scope)
        : step.kind === 'condition'
          ? await visitCondition(step, place, around, scope)
          : await visitLoop(step, place, around, scope);
      if (ended) return ended;
    }
    return null;
  }

  return visitAll(steps, { prefix: '', items: [], onlyIf: null, times: 1 }, outermost);
}
