import type { Conversation } from './chat-request.ts';

/** How many prompts are kept; the oldest are dropped. */
export const PROMPTS_MAX = 50;

/** What the model was given. */
export type Prompt = {
  at: string;
  /** A question to a teammate, or work in the background, such as reading a message for facts. */
  kind: 'answer' | 'task';
  instructions: string;
  turns: { role: 'user' | 'assistant'; text: string; images: number }[];
};

export type PromptLog = {
  add: (conversation: Conversation, at: Date, kind: Prompt['kind']) => void;
  /** Newest first. */
  list: () => Prompt[];
};

/** The newest prompts, in memory: they are as private as the conversations they are made of, and are gone with the sandbox. */
export function createPromptLog(): PromptLog {
  let prompts: Prompt[] = [];
  return {
    add: ({ instructions, turns }, at, kind) => {
      const shown = turns.map(({ role, text, images = [] }) => ({ role, text, images: images.length }));
      prompts = [...prompts, { at: at.toISOString(), kind, instructions, turns: shown }].slice(-PROMPTS_MAX);
    },
    list: () => prompts.toReversed(),
  };
}
