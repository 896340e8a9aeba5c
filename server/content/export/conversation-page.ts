import { PRODUCT_NAME } from '#contract/texts.ts';
import { createLoopShare } from '#server/lib/loop-share.ts';
import { isoDayIn, momentIn } from '#server/lib/moments.ts';

type Conversation = {
  title: string;
  assistantName: string;
  createdAt: Date;
  messages: { role: 'user' | 'assistant'; content: string; createdAt: Date }[];
};

/** A name that every file system takes. */
function fileNameOf(title: string, createdAt: Date, timeZone: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return `${isoDayIn(createdAt, timeZone)}-${[...words].slice(0, 60).join('') || 'conversation'}.md`;
}

/** A conversation as one page of Markdown, with who said what and when. What was never answered is left out. */
export async function conversationPage(
  { title, assistantName, createdAt, messages }: Conversation,
  timeZone: string,
): Promise<{ fileName: string; markdown: string }> {
  const turnIfDue = createLoopShare();
  const parts = [`# ${title}`, `A conversation with ${assistantName} on ${PRODUCT_NAME}.`];
  for (const { role, content, createdAt: at } of messages) {
    await turnIfDue();
    const said = content.trim();
    if (said === '') continue;
    parts.push(`**${role === 'user' ? 'You' : assistantName}**, ${momentIn(at, timeZone)}`, said);
  }
  return { fileName: fileNameOf(title, createdAt, timeZone), markdown: `${parts.join('\n\n')}\n` };
}
