import type { AssistantId } from '#contract/chat/assistants.ts';
import { BRAIN_AI } from './brain-ai.ts';
import { CASSIE } from './cassie.ts';
import type { Character } from './character.ts';
import { CODE_HELPER } from './code-helper.ts';
import { CONTENT_WRITER } from './content-writer.ts';
import { DATA_ANALYST } from './data-analyst.ts';
import { EMMIE } from './emmie.ts';
import { FINNY } from './finny.ts';
import { LANDA } from './landa.ts';
import { MARKETING_EXPERT } from './marketing-expert.ts';
import { MILLI } from './milli.ts';
import { OPSIE } from './opsie.ts';
import { RESEARCH_ASSISTANT } from './research-assistant.ts';
import { SEOMI } from './seomi.ts';
import { SOSHIE } from './soshie.ts';
import { VIDDY } from './viddy.ts';

const CHARACTERS: Record<AssistantId, Character> = {
  brain_ai: BRAIN_AI,
  seomi: SEOMI,
  emmie: EMMIE,
  soshie: SOSHIE,
  cassie: CASSIE,
  milli: MILLI,
  landa: LANDA,
  viddy: VIDDY,
  opsie: OPSIE,
  finny: FINNY,
  content_writer: CONTENT_WRITER,
  code_helper: CODE_HELPER,
  data_analyst: DATA_ANALYST,
  marketing_expert: MARKETING_EXPERT,
  research_assistant: RESEARCH_ASSISTANT,
};

export function characterOf(id: AssistantId): Character {
  return CHARACTERS[id];
}
