import type { Conversation } from './chat-request.ts';

/** How many prompts are kept; the oldest are dropped. */
export const PROMPTS_MAX = 50;

/** What the model was given. */
export type Prompt = {
  at: string;
  /** The task's id from the request's header; empty if another program sent it. */
  task: string;
  instructions: string;
  turns: { role: 'user' | 'assistant'; text: string; images: number }[];
};

export type PromptLog = {
  add: (conversation: Conversation, at: Date) => void;
  /** Newest first. */
  list: () => Prompt[];
};

/** The newest prompts, in memory: they are as private as the conversations they are made of, and are gone with the sandbox. */
export function createPromptLog(): PromptLog {
  let prompts: Prompt[] = [];
  return {
    add: ({ task = '', instructions, turns }, at) => {
      const shown = turns.map(({ role, text, images = [] }) => ({ role, text, images: images.length }));
      prompts = [...prompts, { at: at.toISOString(), task, instructions, turns: shown }].slice(-PROMPTS_MAX);
    },
    list: () => prompts.toReversed(),
  };
}
