import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import type { Message } from './inbox/message.ts';
import { PROMPTS_MAX, type Prompt } from './model/prompt-log.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
const start = () => startSandbox({ host: '127.0.0.1', port: 0, dataDir, log: createLog('silent'), pace: 'instant' });
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await start();
});
afterAll(() => sandbox.close());

describe('the inbox', () => {
  const send = async (to: string, subject: string) => {
    const transport = createTransport(sandbox.smtpUrl);
    await transport.sendMail({
      from: 'Tenfold <hello@tenfold.example>',
      to,
      subject,
      text: `Grüße. Confirm: ${sandbox.url}/auth/confirm?token=${'a'.repeat(80)}\nYour code is 123456. <script>alert(1)</script>`,
      html: '<p>Confirm</p>',
    });
    transport.close();
  };
  const inboxOf = async (to: string) => {
    const response = await fetch(`${sandbox.url}/inbox.json?to=${encodeURIComponent(to)}`);
    return (await response.json()) as Message[]; // reason: the shape is what these tests check
  };

  test('says so when it is empty', async () => {
    expect(await (await fetch(`${sandbox.url}/inbox?to=nobody@example.com`)).text()).toContain(
      'No messages yet for nobody@example.com',
    );
  });

  test('lists the emails to an address, newest first', async () => {
    await send('nora+1@example.com', 'First');
    await send('nora+1@example.com', 'Second');
    await send('olaf@example.com', 'Other');
    const mails = await inboxOf('Nora+1@example.com');
    expect(mails.map((mail) => mail.subject)).toEqual(['Second', 'First']);
    expect(mails[0]).toMatchObject({
      kind: 'mail',
      to: 'nora+1@example.com',
      from: 'hello@tenfold.example',
      html: expect.stringContaining('<p>Confirm</p>'),
      links: [`${sandbox.url}/auth/confirm?token=${'a'.repeat(80)}`],
      code: '123456',
    });
    expect(mails[0]?.text).toContain('Grüße');
  });

  test('shows clickable links and never runs an email’s markup', async () => {
    const response = await fetch(`${sandbox.url}/inbox`);
    const page = await response.text();
    expect(page).toContain(`<a href="${sandbox.url}/auth/confirm?token=`);
    expect(page).toContain('rel="noreferrer"');
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script>alert');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('rejects an address that starts with bounce', async () => {
    await expect(send('bounce.me@example.com', 'Never')).rejects.toMatchObject({ responseCode: 550 });
    expect(await inboxOf('bounce.me@example.com')).toEqual([]);
  });

  test('survives a restart', async () => {
    await send('late@example.com', 'Kept');
    await sandbox.close();
    sandbox = await start();
    expect(await inboxOf('late@example.com')).toHaveLength(1);
  });
});

describe('the prompts', () => {
  const ask = (text: string) =>
    fetch(`${sandbox.modelBaseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tenfold-task': 'answer' },
      body: JSON.stringify({
        model: 'sandbox',
        messages: [
          { role: 'system', content: 'You are Emmie.' },
          { role: 'user', content: text },
        ],
      }),
    });

  test('are shown word for word, newest first, and none is run', async () => {
    await ask('First');
    await ask('Second <script>alert(1)</script>');
    const listed = (await (await fetch(`${sandbox.url}/prompts.json`)).json()) as Prompt[]; // reason: the shape is what this test checks
    expect(listed.slice(0, 2)).toMatchObject([
      {
        task: 'answer',
        instructions: 'You are Emmie.',
        turns: [{ role: 'user', text: 'Second <script>alert(1)</script>', images: 0 }],
      },
      { turns: [{ text: 'First' }] },
    ]);
    const page = await (await fetch(`${sandbox.url}/prompts`)).text();
    expect(page).toContain('You are Emmie.');
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script>alert');
  });

  test('are the newest fifty', async () => {
    for (let number = 0; number <= PROMPTS_MAX; number += 1) await ask(`Question ${number}`);
    const listed = (await (await fetch(`${sandbox.url}/prompts.json`)).json()) as Prompt[]; // reason: the shape is what this test checks
    expect(listed).toHaveLength(PROMPTS_MAX);
    expect(listed.at(-1)?.turns).toMatchObject([{ text: 'Question 1' }]);
  });
});

describe('the overview', () => {
  test('names the pages and the protocols', async () => {
    const page = await (await fetch(sandbox.url)).text();
    for (const text of [
      '/inbox.json',
      '/prompts.json',
      '/stripe',
      sandbox.modelBaseUrl,
      sandbox.smtpUrl,
      '[sandbox: 401]',
      '[sandbox: lost]',
    ])
      expect(page).toContain(text);
  });

  test('reports a port that is already in use', async () => {
    const port = Number(new URL(sandbox.url).port);
    const other = mkdtempSync(join(tmpdir(), 'sandbox-'));
    await expect(
      startSandbox({ host: '127.0.0.1', port, dataDir: other, log: createLog('silent') }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
