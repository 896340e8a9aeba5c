import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { createLog } from '#server/lib/log.ts';
import { createMail, createMailGateway, type MailGateway } from './mail.ts';

const EMAIL: OutgoingEmail = { to: 'maya@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
let server: SMTPServer;
let gateway: MailGateway;
/** The refusal the server gives every recipient, or null to accept them. */
let refusal: Error | null;
let received: { to: string[]; raw: string }[];

beforeEach(async () => {
  received = [];
  refusal = null;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(refusal),
    onData: (stream, session, callback) => {
      const receive = async () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: await text(stream) });
      };
      receive().then(() => callback(), callback);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // reason: it listens on TCP
  gateway = createMailGateway({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Tenfold <hello@tenfold.example>' });
});
afterEach(async () => {
  gateway.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('our headers arrive unchanged, each on one line', async () => {
  const way = `https://tenfold.example/newsletter/unsubscribe?token=${'a'.repeat(43)}`;
  const list = `<${way}>, <mailto:support@tenfold.example?subject=Unsubscribe>`;
  await gateway.send({
    ...EMAIL,
    headers: { 'List-Unsubscribe': list, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  const lines = received[0]?.raw.split('\r\n');
  expect(lines).toContain(`List-Unsubscribe: ${list}`);
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('replies go to the sender, and no name or subject injects a header', async () => {
  const replyTo = { name: 'Maya "M" <x@y.example>\r\nBcc: all@example.com', address: 'maya@example.com' };
  await gateway.send({ ...EMAIL, to: 'sales@tenfold.example', subject: 'From Måns\r\nBcc: all@example.com', replyTo });
  const mail = await PostalMime.parse(received[0]?.raw ?? '');
  expect(mail.replyTo?.map(({ address }) => address)).toEqual(['maya@example.com']);
  expect(mail.bcc).toBeUndefined();
  expect(mail.subject).toMatch(/^From Måns/);
  expect(received[0]?.to).toEqual(['sales@tenfold.example']);
});

test('on a restored copy, each dropped email is a warning, without its address', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const mail = createMail({ startsJobs: false, mailFrom: 'hello@tenfold.example' }, 'smtp://127.0.0.1:9', log);
  await mail.send(EMAIL);
  await mail.send(EMAIL);
  const warning = [{ event: 'email not sent' }, 'email not sent, because START_JOBS is off'];
  expect(warn.mock.calls).toEqual([warning, warning]);
});

test('an address that looks like a list is not treated as one', async () => {
  await gateway.send({ ...EMAIL, to: 'nobody,maya@example.com' }).catch(() => undefined);
  for (const { to } of received) expect(to).not.toContain('maya@example.com');
});

test('an email that is called off at the last moment isn’t sent, in the second attempt either', async () => {
  const calledOff = () => Promise.reject(new Error('not ours anymore'));
  await expect(gateway.send({ ...EMAIL, isSentOnce: true }, calledOff)).rejects.toThrow('not ours anymore');
  refusal = Object.assign(new Error('Try again later'), { responseCode: 451 });
  const answers = [Promise.resolve(), calledOff()];
  answers[1]?.catch(() => undefined);
  const sending = gateway.send({ ...EMAIL, isSentOnce: true }, () => answers.shift() ?? Promise.resolve());
  await expect(sending).rejects.toThrow('not ours anymore');
  expect([received, answers]).toEqual([[], []]);
});

test.each([
  [550, '5.1.1 The email account does not exist'],
  [550, '5.2.1 The email account is disabled'],
  [553, 'Mailbox name not allowed'],
  [501, 'Error: Bad recipient address syntax'],
])('a recipient rejected with %i %s means the mailbox does not exist', async (responseCode, message) => {
  refusal = Object.assign(new Error(message), { responseCode });
  await expect(gateway.send(EMAIL)).rejects.toMatchObject({ code: 'MAILBOX_REFUSED' });
});

test.each([
  [554, '5.7.1 Relay access denied'],
  [550, '5.7.1 Your address is on a blocklist'],
  [451, '4.3.0 Try again later'],
])('a server that rejects us with %i %s says nothing about the mailbox', async (responseCode, message) => {
  refusal = Object.assign(new Error(message), { responseCode });
  await expect(gateway.send(EMAIL)).rejects.toMatchObject({ code: 'EENVELOPE', responseCode });
});

test('an attempt to send an email times out if the server keeps talking without finishing', async () => {
  const talker = createServer((socket) => {
    socket.on('error', () => undefined).write('220 mail.example\r\n');
    const timer = setInterval(() => socket.write('250-and another thing\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(talker, 'listening');
  const { port } = talker.address() as AddressInfo; // reason: it listens on TCP
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'hello@tenfold.example' };
  const patient = createMailGateway(settings, { stepMs: 5_000, totalMs: 100 });
  await expect(patient.send(EMAIL)).rejects.toMatchObject({ code: 'EABORT' });
  talker.close();
});
