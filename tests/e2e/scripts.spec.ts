import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './support.ts';

/** Runs an example as its first line says, as the demo account. */
async function run(baseURL: string | undefined, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', ...words], {
    env: { ...process.env, TENFOLD_URL: baseURL },
  });
  return stdout;
}

test('a script asks a teammate and writes all conversations to files', async ({ baseURL }) => {
  const answer = await run(baseURL, 'ask', '--', 'seomi', 'Which article should I write first?');
  expect(answer).toContain('Sandbox answer');
  const folder = await mkdtemp(join(tmpdir(), 'tenfold-conversations-'));
  try {
    expect(await run(baseURL, 'export-conversations', '--', folder)).toMatch(/^\d+ conversations are in /);
    expect(await readdir(join(folder, 'seomi'))).toContainEqual(
      expect.stringMatching(/^Which-article-should-I-write-first/),
    );
    expect(await readdir(join(folder, 'emmie'))).not.toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
