import { LOOP_ITEMS_MAX } from '#contract/automations/automation-limits.ts';
import type { LeafStep, Step, StepOf } from '#contract/automations/steps.ts';
import type { Values } from '#contract/automations/values.ts';
import type { Scope } from './scope.ts';

/** What a step returned, or how the walk ends there. */
export type Visited<E> = { output: Values } | { ends: E };
/** What happens at each step. Keys are the steps’ ids behind the items of the loops around them: `s1`, or `s4:0/s5`. */
export type Visitor<E> = {
  leaf: (step: LeafStep, key: string, scope: Scope) => Promise<Visited<E>>;
  condition: (step: StepOf<'condition'>, key: string, scope: Scope) => Promise<{ holds: boolean } | { ends: E }>;
  /** The items of the list that it goes through. */
  loop: (step: StepOf<'loop'>, key: string, scope: Scope) => Promise<{ items: string[] } | { ends: E }>;
  /** A condition didn’t hold, and nothing after it is to be done. */
  stops: (step: StepOf<'condition'>, key: string) => E;
};

/** Goes through steps in their order, and returns how it ended early, or null at the end. */
export async function walk<E>(
  steps: readonly Step[],
  visitor: Visitor<E>,
  scope: Scope,
  prefix = '',
): Promise<{ ends: E } | null> {
  for (const step of steps) {
    const ended = await visit(step, visitor, scope, prefix);
    if (ended) return ended;
  }
  return null;
}

async function visit<E>(step: Step, visitor: Visitor<E>, scope: Scope, prefix: string): Promise<{ ends: E } | null> {
  const key = prefix + step.id;
  if (step.kind === 'condition') {
    const decided = await visitor.condition(step, key, scope);
    if ('ends' in decided) return decided;
    const ended = await walk(decided.holds ? step.then : step.otherwise, visitor, scope.inner(), prefix);
    if (ended) return ended;
    return !decided.holds && step.stops ? { ends: visitor.stops(step, key) } : null;
  }
  if (step.kind === 'loop') {
    const found = await visitor.loop(step, key, scope);
    if ('ends' in found) return found;
    for (const [index, item] of found.items.slice(0, Math.min(step.max, LOOP_ITEMS_MAX)).entries()) {
      const inside = scope.inner();
      inside.add(step.id, { item, number: index + 1 });
      const ended = await walk(step.steps, visitor, inside, `${key}:${index}/`);
      if (ended) return ended;
    }
    return null;
  }
  const visited = await visitor.leaf(step, key, scope);
  if ('ends' in visited) return visited;
  scope.add(step.id, visited.output);
  return null;
}
