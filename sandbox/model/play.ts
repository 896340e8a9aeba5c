import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Scene } from './scene.ts';

/** One kind of help that an assistant gives: a worked example with gaps that the scene fills in. */
export type Play = {
  /** The play fits if the question matches this. */
  about: RegExp;
  title: string;
  /** The point in one or two sentences. */
  point: (scene: Scene) => string;
  steps: (scene: Scene) => string[];
  table: (scene: Scene) => { head: string[]; rows: string[][] };
  snippet?: (scene: Scene) => { language: string; code: string };
  /** The teammate to ask next, and what to ask. */
  handover: { to: AssistantId; request: string };
  /** The one question at the end. */
  ask: (scene: Scene) => string;
};

export type Playbook = readonly [Play, ...Play[]];
