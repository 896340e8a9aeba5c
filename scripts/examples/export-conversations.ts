// Writes every conversation of an account as Markdown. The same is in the download of all data (Settings), and comes from
// `chat.exportConversation`, which counts as an export.
//   npm run export-conversations -- my-conversations
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSISTANTS, type AssistantId } from '#contract/chat/assistants.ts';
import { CONVERSATIONS_PAGE } from '#contract/chat/chat.ts';
import { createTenfoldClient } from '../client/tenfold-client.ts';
import { settingsFrom } from './settings.ts';

const folder = process.argv[2] ?? 'conversations';
const { api } = createTenfoldClient(settingsFrom(process.env));

const fileName = (title: string, id: string) =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-${id.slice(0, 8)}.md`;

/** Every conversation with an assistant, which the API lists page by page. */
async function listConversations(assistantId: AssistantId) {
  const all = await api.chat.conversations.query({ assistantId });
  for (let last = all.at(-1), size = all.length; last && size >= CONVERSATIONS_PAGE; last = all.at(-1)) {
    const cursor = { updatedAt: last.updatedAt, id: last.id };
    const page = await api.chat.conversations.query({ assistantId, cursor });
    all.push(...page);
    size = page.length;
  }
  return all;
}

/** Every message of a conversation, which the API gives page by page, newest page first. */
async function listMessages(conversationId: string) {
  const end = await api.chat.messages.query({ conversationId });
  const all = end.messages;
  for (let { older } = end; older !== null;) {
    const page = await api.chat.messages.query({ conversationId, place: { side: 'before', messageId: older } });
    all.unshift(...page.messages);
    ({ older } = page);
  }
  return all;
}

let written = 0;
try {
  for (const assistant of ASSISTANTS) {
    const conversations = await listConversations(assistant.id);
    if (conversations.length > 0) await mkdir(join(folder, assistant.slug), { recursive: true });
    for (const { id, title } of conversations) {
      const lines = (await listMessages(id)).map(
        ({ role, content }) => `**${role === 'user' ? 'You' : assistant.name}**\n\n${content}\n`,
      );
      await writeFile(join(folder, assistant.slug, fileName(title, id)), `# ${title}\n\n${lines.join('\n')}`);
      written += 1;
    }
  }
  process.stdout.write(`${written} conversations are in ${folder}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
