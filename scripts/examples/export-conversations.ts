// Writes every conversation of an account as Markdown:
//   npm run export-conversations -- my-conversations
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { createTenfoldClient } from '../client/tenfold-client.ts';
import { settingsFrom } from './settings.ts';

const folder = process.argv[2] ?? 'conversations';
const { api } = createTenfoldClient(settingsFrom(process.env));

const fileName = (title: string, id: string) =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-${id.slice(0, 8)}.md`;

let written = 0;
try {
  for (const assistant of ASSISTANTS) {
    const conversations = await api.chat.conversations.query({ assistantId: assistant.id });
    if (conversations.length > 0) await mkdir(join(folder, assistant.slug), { recursive: true });
    for (const { id, title } of conversations) {
      const { messages } = await api.chat.messages.query({ conversationId: id });
      const lines = messages.map(
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
