import type { AssistantId } from '../../chat/assistants.ts';
import type { AvailableValue } from '../available-values.ts';
import type { Owner, Problem } from '../find-problems.ts';
import type { Sentence, SentencePiece } from '../sentence-pieces.ts';
import type { Step } from '../steps.ts';
import type { ValueKind } from '../values.ts';

/** The names of what a definition only has the ids of. An id without a name no longer exists. */
export type Names = { templates?: Readonly<Record<string, string>> };

/** What a step's sentence depends on besides the step. */
export type SentenceContext = {
  /** The values that the step can use. */
  known: readonly AvailableValue[];
  names: Names;
  /** Whether something may already have been sent when the run comes to this step. */
  hasSent: () => boolean;
};

/** What a step's problems depend on besides the step. */
export type ProblemContext = {
  owner: Owner;
  /** Undefined for a value that isn't known yet, such as one that a call brings. */
  kindOf: (reference: string) => ValueKind | undefined;
  /** Whether an incoming call provides this value, so that it is unknown before the first one. */
  comesFromCall: (reference: string) => boolean;
};

/** Replaces what a step refers to. `reference` isn't called for a reference that wasn't chosen yet. */
export type Replace = { text: (text: string) => string; reference: (reference: string) => string };

/** What the browser and the server both know about one kind of step, besides its schema. */
export type StepContract<S extends Step> = {
  /** As a sentence, such as "Ask [Soshie] to write one post from [yesterday’s conversations]". */
  sentence: (step: S, context: SentenceContext) => Sentence;
  /** In a few words, for lists and the run page. */
  title: (step: S, names: Names) => string;
  /** What its own fields lack, as a sentence; null if nothing. */
  missing: (step: S) => string | null;
  /** What else is wrong with it, once nothing is missing and each value it uses exists. */
  problem?: (step: S, context: ProblemContext) => Omit<Problem, 'stepId'> | null;
  /** The values it returns. A step with steps inside it returns them to those. */
  yields?: (step: S) => AvailableValue[];
  /**
   * The step with its texts and references replaced; without this, it uses no values. Steps inside it stay as they are.
   */
  replace?: (step: S, by: Replace) => S;
  /** The teammate who answers it, for one message. */
  asks?: (step: S) => AssistantId;
  /** Whether its problems and its sentence depend on which templates its owner has. */
  usesTemplates?: true;
  /** Whether it sends or shows something, so that it can't be taken back. */
  reachesOthers?: true;
  /** Whether its result can be seen without anything happening. */
  canBeTried?: true;
};

/** A value by its source and field. */
export const createAvailableValue = (
  source: string,
  field: string,
  label: string,
  kind: ValueKind = 'text',
): AvailableValue => ({
  reference: `${source}.${field}`,
  label,
  kind,
});

export const isBlank = (text: string): boolean => text.trim() === '';

/** A sentence without notes. */
export const plainSentence = (...pieces: SentencePiece[]): Sentence => ({ pieces, notes: [] });
