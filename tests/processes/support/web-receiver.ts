import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const HOST = 'hooks.shop.example';

export type ReceivedCall = { key: string; body: string };

/** Another company's system, which automations call. It can leave calls without an answer. */
export async function startWebReceiver() {
  const calls: ReceivedCall[] = [];
  let isHeld = (_call: ReceivedCall): boolean => false;
  const held: { body: string; answer: () => void }[] = [];
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const call = { key: String(incoming.headers['idempotency-key']), body };
      calls.push(call);
      const answer = () => void outgoing.writeHead(200).end('ok');
      if (isHeld(call)) held.push({ body, answer });
      else answer();
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return {
    url: `https://${HOST}/in`,
    environment: { WEB_STAND_INS: `${HOST}=http://127.0.0.1:${port}` },
    calls,
    /** Calls like this are received and not answered. */
    hold: (isLike: (call: ReceivedCall) => boolean): void => {
      isHeld = isLike;
    },
    held: (): string[] => held.map(({ body }) => body),
    /** Answers the calls it has held, if the caller is still there, and those that come from now on. */
    letPass: (): void => {
      isHeld = () => false;
      for (const { answer } of held.splice(0)) answer();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
export type WebReceiver = Awaited<ReturnType<typeof startWebReceiver>>;
