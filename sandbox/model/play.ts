import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Scene } from './scene.ts';

/** One way of helping that an assistant has: a worked example which the scene fills in. */
export type Play = {
  /** When the question speaks of this, the play fits. */
  about: RegExp;
  title: string;
  /** The point in one or two sentences. */
  point: (scene: Scene) => string;
  steps: (scene: Scene) => string[];
  table: (scene: Scene) => { head: string[]; rows: string[][] };
  snippet?: (scene: Scene) => { language: string; code: string };
  /** The teammate who goes on, and what to ask. */
  handover: { to: AssistantId; request: string };
  /** The one question at the end. */
  ask: (scene: Scene) => string;
};

export type Playbook = readonly [Play, ...Play[]];
