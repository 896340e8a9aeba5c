import { assistantById } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import type { Playbook } from './play.ts';
import type { Scene } from './scene.ts';

/** Whether the message is only a hello or a thank-you, so that a plan would be the wrong answer. */
export function isSmallTalk(question: string): boolean {
  return /^(hi|hello|hey|good (morning|afternoon|evening)|thanks|thank you|ok|okay|great|perfect)\b.{0,24}$/i.test(
    question,
  );
}

export function composeSmallTalk(scene: Scene, playbook: Playbook): string {
  const isThanks = /^(thanks|thank you|ok|great|perfect)/i.test(scene.question);
  const last = scene.earlier.at(-1);
  const hello = isThanks ? 'You’re welcome' : 'Hello';
  return [
    `## ${hello}${scene.owner ? `, ${scene.owner}` : ''}`,
    `I’m ${scene.name} (${scene.role}), here for ${scene.business}.${last ? ` Earlier you asked about “${last.slice(0, 80)}”; we can pick up from there.` : ''}`,
    'Here’s where I can start:',
    [
      '| Ask me for | For more, ask |',
      '|---|---|',
      ...playbook.map((play) => `| ${play.title} | ${assistantById(play.handover.to).name} |`),
    ].join('\n'),
    `For example: *${INTRODUCTIONS[scene.assistant.id].sampleRequest}*`,
  ].join('\n\n');
}
