import type { z } from 'zod';

/** Everything that the model is asked to do. The id is part of each request, and names its prompt in the database. */
export const MODEL_TASK_IDS = [
  'answer',
  'continue',
  'answer-sample',
  'visitor',
  'automation-answer',
  'automation-parts',
  'automation-draft',
  'learn-from-message',
  'learn-from-source',
  'summary',
  'document-summary',
  'template-blanks',
  'template-draft',
  'image',
] as const;
export type ModelTaskId = (typeof MODEL_TASK_IDS)[number];

/**
 * Raise `version` whenever the instructions, the format or the schema of a task change: `versions.test.ts` compares.
 */
type Versioned = { id: ModelTaskId; version: number };

/** What the model gets for a task outside of a conversation. */
export type WrittenTask = {
  instructions: string;
  /** What it is about, as data. */
  content: string;
  /** A picture that it is about. */
  image?: { mime: string; bytes: Uint8Array };
};

/** One thing that the model is asked to do once, with a plain-text answer. */
export type TextTask<Input> = Versioned & {
  write: (input: Input) => WrittenTask;
  /** How many tokens the answer usually has. */
  expectedTokens: number;
  /** Maximum output tokens, including reasoning tokens; without it the provider's own limit applies. */
  maxTokens?: number;
};

/** The same, with structured (JSON) output. */
export type ModelTask<Input, Answer> = TextTask<Input> & { schema: z.ZodType<Answer> };

/** The model's answer isn't in the form of its task. That never counts as an empty answer. */
export class UnreadableAnswer extends Error {}

/** An answer in a conversation: the task writes the instructions, and what was said is the rest of the request. */
export type ConversationTask<Input> = Versioned & { write: (input: Input) => string };

/** The prompt that an answer was made with, as it is stored with the answer: `learn-from-message@3`. */
export type PromptVersion = `${ModelTaskId}@${number}`;
export const promptVersion = ({ id, version }: Versioned): PromptVersion => `${id}@${version}`;
