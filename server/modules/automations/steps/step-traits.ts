import { STEP_TEXT_MAX } from '#contract/automations/automation-limits.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { LooseStep } from '#server/prompts/automation-draft.ts';

/** What a step of a draft can name. */
export type Drafting = {
  /** A teammate by id or name, or Brain AI if the team has no such teammate. */
  teammate: (name: string) => AssistantId;
  isTemplate: (id: string) => boolean;
  /** What had to be left out or changed, as sentences. */
  notes: string[];
};

/** How a kind of step is drafted by a model, described before an approval, and counted. */
export type StepTraits<S extends Step> = {
  /** A step from what a model wrote, without the steps inside it. */
  read: (loose: LooseStep, id: string, drafting: Drafting) => S;
  /** The step in the form in which a model writes it. */
  write: (step: S) => object;
  /** A step that a model wrote again, with what it couldn't say of the one that was there. */
  keep?: (step: S, before: S) => S;
  /** Whether `keep` keeps its texts: they name values by our ids, and not by the model's. */
  keepsTexts?: true;
  /** What happens once the approval before it is given; follows "If you approve,". */
  next: (step: S) => string;
  /** What one run of it uses of its owner's plan and time. */
  uses?: 'messages' | 'approvals' | 'emails';
  /** Whether it ends when its owner answers, so that a rehearsal doesn't know when. */
  waitsForOwner?: true;
};

/** Shorter than what a step holds, because our names of values are longer than a model’s. */
const LINE_MAX = 280;
const TEXT_MAX = STEP_TEXT_MAX - 200;

export const draftLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, LINE_MAX);
export const draftText = (text: string): string => text.trim().slice(0, TEXT_MAX);
