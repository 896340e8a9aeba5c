// Asks a teammate and prints the answer as it is written:
//   npm run ask -- seomi "Which three articles should I write first?"
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { createTenfoldClient } from '../client/tenfold-client.ts';
import { settingsFrom } from './settings.ts';

const [name = '', ...words] = process.argv.slice(2);
const assistant = ASSISTANTS.find(({ id, slug }) => id === name || slug === name);
if (!assistant || words.length === 0) {
  process.stderr.write(
    `Usage: npm run ask -- <teammate> <question>\nTeammates: ${ASSISTANTS.map(({ slug }) => slug).join(', ')}\n`,
  );
  process.exit(2);
}

const tenfold = createTenfoldClient(settingsFrom(process.env));
try {
  const { answer } = await tenfold.ask({ assistantId: assistant.id, text: words.join(' ') });
  for await (const piece of answer) process.stdout.write(piece);
  process.stdout.write('\n');
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
