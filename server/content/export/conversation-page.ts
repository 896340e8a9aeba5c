import { withoutCitations } from '#contract/brain/citations.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { createEventLoopYield } from '#server/lib/concurrency/yield-to-event-loop.ts';
import { isoDayText, fullMomentText } from '#contract/dates.ts';
import { trimBothEnds } from '#server/lib/text/trim.ts';

type Conversation = { title: string; assistantName: string; createdAt: Date };
/**
 * A turn's changes to the team's knowledge. `statements` are the earlier statements, `count` how many if it was all of
 * them.
 */
type Memory = { kind: 'forgotten' | 'corrected' | 'everything'; count: number; statements: readonly string[] };
type Message = {
  role: 'user' | 'assistant';
  content: string;
  createdAt: Date;
  memory?: readonly Memory[] | null;
  /** Its version number, if it has other versions. */
  version?: string | undefined;
};

const MEMORY_WORDS = { forgotten: 'Forgot', corrected: 'Corrected', everything: 'Forgot' };
const memoryLine = ({ kind, count, statements }: Memory): string =>
  `*${MEMORY_WORDS[kind]}: ${kind === 'everything' ? `all ${count} facts` : statements.join(' ')}*`;

/** Titles are cut to this before they become a file name of 60 characters. */
const TITLE_READ = 300;

/** A file name that is valid on every file system. */
export function conversationFileName({ title, createdAt }: Conversation, timeZone: string): string {
  const words = trimBothEnds(
    title
      .slice(0, TITLE_READ)
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
    /-/,
  ).toLowerCase();
  return `${isoDayText(createdAt, timeZone)}-${[...words].slice(0, 60).join('') || 'conversation'}.md`;
}

/** What a conversation's page of Markdown begins with. */
export const conversationHead = ({ title, assistantName }: Conversation): string =>
  `# ${title}\n\nA conversation with ${assistantName} on ${PRODUCT_NAME}.\n`;

/** The next messages of the page, with who said what and when. Empty ones are left out. */
export async function conversationPart(
  messages: readonly Message[],
  { assistantName }: Conversation,
  timeZone: string,
): Promise<string> {
  const yieldIfDue = createEventLoopYield();
  let part = '';
  for (const { role, content, createdAt: at, memory, version } of messages) {
    await yieldIfDue();
    const written = (role === 'assistant' ? withoutCitations(content) : content).trim();
    const said = [written, ...(memory ?? []).map(memoryLine)].filter(Boolean).join('\n\n');
    const when = [fullMomentText(at, timeZone), version].filter(Boolean).join(', ');
    if (said !== '') part += `\n**${role === 'user' ? 'You' : assistantName}**, ${when}\n\n${said}\n`;
  }
  return part;
}
