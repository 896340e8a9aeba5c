import { createHash } from 'node:crypto';
import { assistantById } from '#contract/chat/assistants.ts';
import type { Conversation } from './chat-request.ts';
import { choosePlay } from './choose-play.ts';
import { composeForAutomation, fillParts } from './fill-parts.ts';
import { composeKnowledge } from './knowledge.ts';
import { figuresPlay } from './figures.ts';
import { plain } from './plain-text.ts';
import { followPreferences } from './preferences.ts';
import { playbookOf } from './playbooks/playbook-of.ts';
import type { Play } from './play.ts';
import { readScene, type Scene } from './scene.ts';
import { recallEarlier } from './tasks/summarize.ts';
import { composeSmallTalk, isSmallTalk } from './small-talk.ts';
import { composeVisitorAnswer } from './visitor-answer.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

/**
 * A non-negative seed derived only from the turns: the instructions contain the time, and an answer may be continued
 * later.
 */
function seedOf(turns: Conversation['turns']): number {
  const said = turns.map(({ role, text }) => [role, text]);
  return createHash('sha256').update(JSON.stringify(said)).digest().readUInt32BE(0);
}

/** The first line of every answer, so that nobody mistakes it for a real model's. */
export const SANDBOX_MARK = '*Sandbox answer: no model is connected, so this is a worked example.*';

const stepHeadings = ['How I’d do it', 'First steps', 'What I suggest'] as const;

/** A question quoted inside a sentence, without its final punctuation. */
function mention(question: string, max: number): string {
  return `“${trimEnd(plain(question, max), /[.?!]/)}”`;
}

function opening(scene: Scene): string {
  const asked =
    scene.question === ''
      ? 'Your message was empty, so I’ll start with the basics.'
      : `You asked: “${plain(scene.question, 110)}”`;
  const [previous, before] = scene.earlier.toReversed();
  const memory = previous
    ? ` Earlier you asked about ${mention(previous, 60)}${before ? `, and before that about ${mention(before, 40)}` : ''}, so this builds on it.`
    : '';
  const facts = [scene.typeLabel, scene.size].filter(Boolean).join(', ');
  const aim = scene.goals ? `, and the goal to ${scene.goals.replace(/, ([^,]+)$/, ' and $1')}` : '';
  const hello = `${scene.owner ? `${scene.owner}, ` : ''}${scene.name} here (${scene.role}).`;
  return `${hello} ${asked}${memory} I’m keeping **${scene.business}**${facts ? ` (${facts})` : ''} in mind${aim}.`;
}

function tableOf({ head, rows }: { head: string[]; rows: string[][] }): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function composePlay(scene: Scene, play: Play, seed: number): string {
  const steps = [
    `### ${stepHeadings[seed % stepHeadings.length]}`,
    play
      .steps(scene)
      .map((step, index) => `${index + 1}. ${step}`)
      .join('\n'),
  ];
  const table = ['### At a glance', tableOf(play.table(scene))];
  const snippet = play.snippet?.(scene);
  const code = snippet ? ['### Ready to paste', `\`\`\`${snippet.language}\n${snippet.code}\n\`\`\``] : [];
  const next = assistantById(play.handover.to).name;
  return [
    `## ${play.title}`,
    opening(scene),
    play.point(scene),
    ...(seed % 2 === 0 ? [...steps, ...table] : [...table, ...steps]),
    ...code,
    `**Next:** ask ${next}: *${play.handover.request}*`,
    play.ask(scene),
  ].join('\n\n');
}

/**
 * A worked example in Markdown, or what an automation asks for, as the owner wants answers to be. The same conversation
 * always gives the same text.
 */
export function composeAnswer(conversation: Conversation): string {
  if (conversation.task === 'visitor') return composeVisitorAnswer(conversation);
  if (conversation.task === 'automation-parts') return fillParts(conversation);
  const answer = conversation.task === 'automation-answer' ? composeForAutomation(conversation) : compose(conversation);
  return followPreferences(answer, conversation.instructions, conversation.turns.at(-1)?.text ?? '');
}

function compose(conversation: Conversation): string {
  const scene = readScene(conversation);
  const playbook = playbookOf(scene.assistant.id);
  if (isSmallTalk(scene.question)) return `${SANDBOX_MARK}\n\n${composeSmallTalk(scene, playbook)}`;
  const seed = seedOf(conversation.turns);
  const readsFigures = scene.assistant.id === 'finny' || scene.assistant.id === 'data_analyst';
  const figures = readsFigures ? figuresPlay(scene.question) : null;
  // Seeded with the first question, so that every turn makes the same choices for the turns before it.
  const firstSeed = seedOf(conversation.turns.slice(0, 1));
  const play = figures ?? choosePlay(playbook, [...scene.earlier, scene.question], firstSeed);
  const known = [...recallEarlier(conversation, scene.question), ...composeKnowledge(conversation, scene.question)];
  return [SANDBOX_MARK, ...known, composePlay(scene, play, seed)].join('\n\n');
}
