import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import type { Log } from '#server/lib/log.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { parseMail } from './receive-mail.ts';

const LOOPBACK = '127.0.0.1';
const MAIL_MAX_BYTES = 5_000_000;

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    // The rest is still read, because a client only waits for the answer after its last line.
    if (bytes <= MAIL_MAX_BYTES) chunks.push(chunk);
  }
  return bytes <= MAIL_MAX_BYTES ? Buffer.concat(chunks) : null;
}

/** A mail server on loopback that puts everything in the inbox. Recipients that start with `bounce` are rejected. */
export async function startSmtp(options: { port: number; inbox: Inbox; log: Log; now: () => Date }) {
  const { inbox, log, now } = options;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: MAIL_MAX_BYTES,
    closeTimeout: 200,
    onRcptTo: ({ address }, _session, callback) => {
      const bounces = /^bounce/i.test(address);
      callback(bounces ? refusal(550, '5.1.1 The email account that you tried to reach does not exist') : null);
    },
    onData: (stream, session, callback) => {
      const receive = async () => {
        const raw = await readAll(stream);
        if (raw === null) throw refusal(552, '5.3.4 Message too big');
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map((recipient) => recipient.address);
        const received = await parseMail(raw, { from: mailFrom ? mailFrom.address : '', to }, now());
        // A sender that got no answer sends the same email again, and mailboxes show it once.
        const added = received.filter(
          (one) => !one.messageId || !inbox.list(one.to).some(({ messageId }) => messageId === one.messageId),
        );
        await inbox.add(added);
        log.info({ recipients: added.length, repeated: received.length - added.length }, 'sandbox: mail received');
      };
      receive().then(
        () => callback(null),
        (error: unknown) => {
          log.warn({ err: error }, 'sandbox: mail refused');
          const isRefusal = error instanceof Error && 'responseCode' in error;
          callback(isRefusal ? error : refusal(451, '4.3.0 Message could not be processed'));
        },
      );
    },
  });
  server.on('error', (error) => log.warn({ err: error }, 'sandbox: smtp'));
  server.listen(options.port, LOOPBACK);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // reason: it listens on TCP
  return {
    smtpUrl: `smtp://${LOOPBACK}:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
