import { createContext, useContext } from 'react';
import type { AvailableValue } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Owner, Problem } from '#contract/automations/find-problems.ts';
import type { Names } from '#contract/automations/steps/step-contract.ts';
import type { Step, StepKind } from '#contract/automations/steps.ts';
import type { AutomationPage, TriedStep } from '#src/domain/automations/automation.ts';
import type { Place } from './state/step-tree.ts';

/** The trigger's card, among the ids of steps. */
export const TRIGGER = 'trigger';

export type Tried = TriedStep & { at: Date };

/** What the cards and fields of the editor share. */
export type EditorContext = {
  page: AutomationPage;
  definition: Definition;
  owner: Owner;
  problems: readonly Problem[];
  numbers: ReadonlyMap<string, string>;
  /** The last real values by `step.field`, those of tries included. */
  samples: Readonly<Record<string, string>>;
  names: Names;
  tried: Readonly<Record<string, Tried>>;
  setTried: (stepId: string, tried: Tried) => void;
  /** The card that is open: a step's id, or `TRIGGER`. */
  openId: string | null;
  open: (id: string, focus?: 'field') => void;
  /** Keeps the changes, or takes back those made since the card was opened. */
  close: (how: 'done' | 'cancel') => void;
  /** `about` names the field that is being typed into, so that it is undone as one change. */
  changeDefinition: (change: (definition: Definition) => Definition, about?: string) => void;
  changeStep: <S extends Step>(step: S, changes: Partial<S>, about?: string) => void;
  add: (place: Place, kind: StepKind) => void;
  move: (id: string, by: -1 | 1) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
  /** Saves what was changed now. Whether it worked. */
  flush: () => Promise<boolean>;
};

const Context = createContext<EditorContext | null>(null);
export const EditorProvider = Context.Provider;

export function useEditorContext(): EditorContext {
  const editor = useContext(Context);
  if (!editor) throw new Error('useEditorContext needs an EditorProvider around it.');
  return editor;
}

/** A value that a text can hold, with what it was last. */
export type KnownValue = AvailableValue & { sample: string };
export const NO_SAMPLE = 'no sample yet';
