import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where emails stop: before the mail server has them, or after it has accepted them. */
export type EmailStopsAt = 'message' | 'acceptance';

/** A proxy in front of the mail server that can stop emails to chosen addresses on their way. */
export async function startMailTap(smtpUrl: string) {
  const target = new URL(smtpUrl);
  let stop: { at: EmailStopsAt; to: readonly string[] } = { at: 'message', to: [] };
  const stopped = new Set<string>();
  const accepted = new Set<string>();
  const acceptedIds: string[] = [];
  const open = new Set<Socket>();

  function pass(client: Socket): void {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    const server = connect(Number(target.port), target.hostname);
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    let recipient = '';
    let sent = '';
    let message = '';
    let isWhole = false;
    const stopsAt = (at: EmailStopsAt) => stop.at === at && stop.to.includes(recipient);
    client.on('data', (chunk) => {
      const said = chunk.toString('latin1');
      recipient = /^RCPT TO:<([^>]*)>/m.exec(said)?.[1] ?? recipient;
      if (/(?:^|\r\n)DATA\r\n$/.test(said) && stopsAt('message')) return void stopped.add(recipient);
      sent = (sent + said).slice(-5);
      message += said;
      if (sent === '\r\n.\r\n') isWhole = true;
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      const isAcceptance = isWhole && chunk.toString('latin1').startsWith('250');
      isWhole = false;
      if (isAcceptance) {
        accepted.add(recipient);
        acceptedIds.push(/^Message-ID:\s*(<[^>]*>)/im.exec(message)?.[1] ?? '');
        message = '';
      }
      if (isAcceptance && stopsAt('acceptance')) stopped.add(recipient);
      else client.write(chunk);
    });
  }

  const proxy = createServer(pass);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // reason: it listens on TCP
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    stopAt: (at: EmailStopsAt, to: readonly string[]): void => {
      stop = { at, to };
      stopped.clear();
      accepted.clear();
    },
    /** Lets every email through from now on. */
    letPass: (): void => {
      stop = { at: 'message', to: [] };
      accepted.clear();
    },
    /** The addresses whose emails have got as far as their stop. */
    stopped: (): ReadonlySet<string> => stopped,
    /** The addresses whose emails the server has accepted since then. */
    accepted: (): ReadonlySet<string> => accepted,
    /** The Message-ID of each email that the server has ever accepted. The inbox shows one that comes again once. */
    acceptedIds: (): readonly string[] => acceptedIds,
    close: async (): Promise<void> => {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
