import type { Limit } from '#contract/billing/limits.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { AutomationCategory } from '#contract/automations/automation-categories.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Problem } from '#contract/automations/find-problems.ts';
import type { ApprovalStatus, PauseReason, RunCause, RunStatus, StepStatus } from '#contract/automations/run-states.ts';
import type { StepKind } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { Values } from '#contract/automations/values.ts';

// Times are ISO 8601 texts.

/** An automation as the list shows it. */
export type AutomationDto = {
  id: string;
  name: string;
  description: string;
  assistantId: AssistantId;
  /** Of the live version, or of the draft if there is none. */
  trigger: Trigger;
  isOn: boolean;
  /** Why it is off although its owner had turned it on. */
  pauseReason: PauseReason | null;
  /** Runs that have ended, in the last 90 days; `succeeded` are those that ended without a failure. */
  runs: number;
  succeeded: number;
  /** How many runs are waiting, and why the oldest one is, as a sentence; null if none are. */
  waiting: { runs: number; reason: string } | null;
  nextRunAt: string | null;
  /** Whether a draft with changes waits to be used. */
  hasChanges: boolean;
  createdAt: string;
};

/** One of the four samples of a new account: figures, and nothing that runs. */
export type SampleDto = Pick<
  AutomationDto,
  'id' | 'name' | 'description' | 'assistantId' | 'isOn' | 'runs' | 'succeeded'
> & {
  /** What starts it, in words. */
  trigger: string;
};

export type AutomationTemplateDto = {
  id: string;
  name: string;
  description: string;
  category: AutomationCategory;
  assistantId: AssistantId;
  /** What the plan lacks for it: a teammate's name; null if nothing. */
  lacks: string | null;
};

export type AutomationsOverview = {
  automations: AutomationDto[];
  samples: SampleDto[];
  templates: AutomationTemplateDto[];
  /** Active at once. */
  usage: { used: number; limit: Limit };
  waitingApprovals: number;
  isEverythingPaused: boolean;
};

export type VersionDto = {
  version: number;
  createdAt: string;
  publishedAt: string | null;
  /** How many runs it has had. */
  runs: number;
};

/** An automation as the editor shows it. */
export type AutomationPage = {
  automation: AutomationDto;
  definition: Definition;
  revision: number;
  version: number;
  liveVersion: number | null;
  versions: VersionDto[];
  problems: Problem[];
  /** The next five times of its schedule. */
  nextRuns: string[];
  /** The last real values by `step.field`, as short texts. */
  samples: Record<string, string>;
  hook: HookDto | null;
  /** Addresses besides the owner's, with whether they have agreed. */
  recipients: RecipientDto[];
  ownerEmail: string;
  minutesSaved: number;
  usage: { used: number; limit: Limit };
  messages: { used: number; limit: Limit };
};
export type HookDto = { url: string; sample: Values | null; sampleAt: string | null };
export type RecipientDto = { email: string; isConfirmed: boolean };
/** What saving a draft returns. */
export type SavedDraft = { revision: number; version: number; problems: Problem[]; nextRuns: string[] };

/** A run as lists show it. */
export type RunDto = {
  id: string;
  automationId: string;
  automationName: string;
  assistantId: AssistantId;
  cause: RunCause;
  status: RunStatus;
  reason: string;
  dueAt: string;
  startedAt: string | null;
  resumeAt: string | null;
  endedAt: string | null;
};
export type RunStepDto = {
  key: string;
  stepId: string;
  kind: StepKind;
  assistantId: AssistantId | null;
  /** The item's place in the loops around it, from 1; empty outside loops. */
  items: number[];
  status: StepStatus;
  input: Values;
  output: Values;
  /** What went wrong, as a sentence, and what the other side said. */
  error: string;
  detail: string;
  attempts: { at: string; error: string }[];
  startedAt: string;
  endedAt: string | null;
  resumeAt: string | null;
  messages: number;
  /** What the owner answered, if it asked for an approval. */
  approval: {
    id: string;
    status: ApprovalStatus;
    deadline: string;
    from: 'app' | 'email' | null;
    isEdited: boolean;
  } | null;
};
export type RunPage = {
  /** `areValuesDeleted`: its values were deleted to make room for newer runs. */
  run: RunDto & { version: number; messages: number; emails: number; areValuesDeleted: boolean };
  definition: Definition;
  input: Values;
  /** Those that have begun, in their order. */
  steps: RunStepDto[];
  otherRuns: RunDto[];
};
export type RunList = { runs: RunDto[]; nextCursor: string | null };

export type Analytics = {
  automation: AutomationDto;
  /** The last 30 days where the owner lives, oldest first. */
  days: { day: string; done: number; failed: number; other: number }[];
  runs: number;
  succeeded: number;
  medianSeconds: number | null;
  messages: number;
  minutesSaved: number;
};

export type ApprovalDto = {
  id: string;
  title: string;
  body: string;
  automationId: string;
  automationName: string;
  assistantId: AssistantId;
  runId: string;
  status: ApprovalStatus;
  ifLate: 'skip' | 'approve' | 'refuse';
  deadline: string;
  createdAt: string;
  answeredAt: string | null;
  answeredFrom: 'app' | 'email' | null;
  isEdited: boolean;
  reason: string;
  /** What happens next if it is approved, as a sentence. */
  then: string;
};
export type Approvals = { waiting: ApprovalDto[]; answered: ApprovalDto[]; emailsToo: boolean };

/** What one step would do in a rehearsal. */
export type RehearsedStep = {
  stepId: string;
  kind: StepKind;
  assistantId: AssistantId | null;
  /** The item's place in the loops around it, from 1; empty outside loops. */
  items: number[];
  /** Inside a condition that can't be decided yet: whether it happens if that holds, or if it doesn't. */
  onlyIf: 'holds' | 'fails' | null;
  /** When it would begin; null after an approval, because we don't know when its owner will answer. */
  at: string | null;
  /**
   * `written`: an answer was really written. `would`: what would happen. `stops` ends the run here. `unclear`: it depends on what isn't known
   * yet.
   */
  outcome: 'written' | 'would' | 'stops' | 'unclear';
  /** What would happen, as a sentence in the conditional. */
  text: string;
  /** What was written, would be asked or would be sent, if anything. */
  body: string | null;
};
export type RehearsedRun = {
  at: string;
  /** The event that it is for, in words; null for a time, and if there was no event yet. */
  about: string | null;
  steps: RehearsedStep[];
  /** How many more there are: only the first are kept. */
  moreSteps: number;
  /** The step that ends it early, and why. */
  stopsAt: { stepId: string; why: string } | null;
};
export type RehearsalDto = {
  id: string;
  /** `failed`: it ended early, with the runs that were rehearsed until then. */
  status: 'running' | 'done' | 'failed';
  version: number;
  /** Whether the draft has changed since. */
  isOutdated: boolean;
  createdAt: string;
  trigger: Trigger;
  timeZone: string;
  /** Of a schedule: the days that were rehearsed, as `YYYY-MM-DD` where the owner lives, with how many runs each has. */
  days: { day: string; runs: number }[];
  /** If none of these days has a run: when the next one is. */
  nextRunAt: string | null;
  /** All runs; only the first of many are rehearsed one by one. */
  plannedRuns: number;
  runs: RehearsedRun[];
  /** What the real runs would use, and whether that is the most they would. */
  messages: number;
  approvals: number;
  emails: number;
  isAtMost: boolean;
  answersWritten: number;
};
/** `left`: how many rehearsals are left today. */
export type RehearsalPage = { rehearsal: RehearsalDto | null; left: number };
export type TriedStep = { output: Values; seconds: number; left: number };
export type DraftedAutomation = { name: string; description: string; definition: Definition; notes: string[] };
