import type { LucideIcon } from 'lucide-react';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { Value } from '#contract/automations/values.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { RunStep } from '#src/domain/automations/automation.ts';
import type { RunCounts } from '../edit/state/run-uses.ts';

/** What a new step begins with. */
export type NewStep = {
  id: string;
  /** What the step before it returned. */
  text: string;
  /** The teammate that was asked last. */
  assistantId: AssistantId;
  automationName: string;
};

/** Titles of a step: once done, in progress, failed, and when we don't know whether it happened. */
export type StepLabels = { done: string; doing: string; failed: string; unknown: string };

/**
 * How the screens show one kind of step: its tile, its line in the menu, and the words of a run’s page. Its editor is
 * in `edit/steps/<kind>-editor.tsx`, because the pages of runs and rehearsals would load 62 kB more with the editors.
 */
export type StepView<S extends Step> = {
  icon: LucideIcon;
  /** In the menu that adds a step. */
  name: string;
  hint: string;
  begin: (given: NewStep) => S;
  /** Whether its sentence shows what is in its values. */
  showsSamples?: true;
  /** What one run of it uses. */
  uses?: (step: S, ownerEmail: string) => keyof RunCounts;

  labels: (step: S) => StepLabels;
  /** What it did, if the run says more than its labels. */
  doneLabel?: (step: S, ran: RunStep, definition: Definition) => string | null;
  /** Whether waiting is what the step does, so that its own label says so. */
  isWaiting?: true;
  /** The text that it wrote or sent, if it is worth reading on its own. */
  outputText?: (ran: RunStep) => Value | false | null | undefined;
  /** A line below its title. */
  subtitle?: (ran: RunStep) => string | null;
  /** Whether its sentence, below the title, would say nothing new. */
  hidesSentence?: true;
  /** Whether its title already says its input and output. */
  hasFullTitle?: true;
  /** What an owner can do if it failed, where the reason doesn't say, and the link that leads there. */
  remedy?: string;
  remedyLink?: string;
};

/** The first of these values that is a text and isn't empty. */
export const firstText = (values: Readonly<Record<string, Value>>, ...names: string[]): Value | undefined =>
  names.map((name) => values[name]).find((value) => typeof value === 'string' && value !== '');

/** The text that a step sent, once it is done. */
export const sentText = ({ status, input }: RunStep): Value | false | undefined =>
  status === 'done' && firstText(input, 'text');

/** What a condition or a loop says about a value that was missing or couldn't be used, and counted as no. */
export const unknownNote = ({ output }: RunStep): string | null =>
  typeof output['unknown'] === 'string' ? output['unknown'] : null;
