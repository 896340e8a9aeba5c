import type { Definition } from '#contract/automations/definition.ts';

/** What the editor changes: an automation's name, description, trigger and steps. */
export type Draft = { name: string; description: string; definition: Definition };

/** What can be undone and redone. `burst` is what the last change was about, so that a word isn't undone letter by letter. */
export type History = {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  burst: { about: string; since: number; at: number } | null;
};

const PAST_MAX = 100;
/** Changes of the same field that follow each other within this time are undone together. */
const BURST_MS = 1_500;
/** However long the owner types without a pause, undo takes back this much at most. */
const BURST_MAX_MS = 10_000;

export const startHistory = (present: Draft): History => ({ past: [], present, future: [], burst: null });

/** Adds a change. `about` names the field that is being typed into; without it, the change stands alone. */
export function changeHistory(history: History, present: Draft, at: number, about?: string): History {
  const { past, burst } = history;
  if (present === history.present) return history;
  const continues =
    about !== undefined && burst?.about === about && at - burst.at <= BURST_MS && at - burst.since <= BURST_MAX_MS;
  return {
    past: continues ? past : [...past, history.present].slice(-PAST_MAX),
    present,
    future: [],
    burst: about === undefined ? null : { about, since: continues ? burst.since : at, at },
  };
}

export function undo(history: History): History {
  const present = history.past.at(-1);
  if (!present) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], burst: null };
}

export function redo(history: History): History {
  const [present, ...future] = history.future;
  if (!present) return history;
  return { past: [...history.past, history.present], present, future, burst: null };
}
