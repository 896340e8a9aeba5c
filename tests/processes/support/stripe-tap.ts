import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

/** Where calls stop: before Stripe has them, after Stripe has done them, or after the caller knows that. */
export type CallStopsAt = 'request' | 'answer' | 'next call';

/** A call that stops: `call` matches its method, path and body, and it is about one of `ids`. */
export type StoppedCall = { name: string; call: RegExp; ids: readonly string[] };

type Stop = { at: CallStopsAt; calls: readonly StoppedCall[] };

/** A proxy in front of Stripe that can stop chosen calls on their way. A call that has stopped is never answered. */
export async function startStripeTap(stripeUrl: string) {
  let stop: Stop = { at: 'request', calls: [] };
  const stopped = new Set<string>();
  const made: string[] = [];

  /** The call of this stop that `said` is, if any; once it was answered, also every later call about the same ids. */
  function stopFor(said: string, { at, calls }: Stop): { name: string; at: CallStopsAt } | undefined {
    const isAbout = ({ ids }: StoppedCall) => ids.some((id) => said.includes(id));
    const later = at === 'next call' && calls.find((one) => stopped.has(one.name) && isAbout(one));
    if (later) return { name: later.name, at: 'request' };
    const found = calls.find((one) => one.call.test(said) && isAbout(one));
    return found && { name: found.name, at };
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const said = `${incoming.method} ${incoming.url} ${decodeURIComponent(body)}`;
    made.push(said);
    const found = stopFor(said, stop);
    if (found?.at === 'request') return void stopped.add(found.name);
    const { host: _, connection: __, ...headers } = incoming.headers;
    const onward = request(`${stripeUrl}${incoming.url}`, { method: incoming.method, headers, agent: false });
    const isAnswered = once(onward, 'response');
    onward.end(body);
    const [response] = (await isAnswered) as [IncomingMessage]; // reason: what the event carries
    const answer = await buffer(response);
    if (found?.at === 'answer') return void stopped.add(found.name);
    const { 'transfer-encoding': _length, ...answerHeaders } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, answerHeaders).end(answer);
    if (found) stopped.add(found.name);
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    stopAt: (at: CallStopsAt, calls: readonly StoppedCall[]): void => {
      stop = { at, calls };
      stopped.clear();
    },
    /** Lets every call through from now on. */
    letPass: (): void => {
      stop = { at: 'request', calls: [] };
    },
    /** The method, path and body of every call so far. */
    calls: (): readonly string[] => made,
    /** The names of calls that have got as far as their stop. */
    stopped: (): ReadonlySet<string> => stopped,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
