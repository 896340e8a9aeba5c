import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where every email stops: before the server greets, after it has accepted the email, or nowhere. */
export type StopsAt = 'greeting' | 'acceptance' | null;

/** A proxy in front of the mail server that can stop emails on their way, and counts those that got as far as that. */
export async function startMailTap(smtpUrl: string) {
  const target = new URL(smtpUrl);
  let stopsAt: StopsAt = null;
  let stopped = 0;
  let accepted = 0;
  const open = new Set<Socket>();

  function pass(client: Socket): void {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    if (stopsAt === 'greeting') {
      stopped += 1;
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    let sent = '';
    let isWhole = false;
    client.on('data', (chunk) => {
      sent = (sent + chunk.toString('latin1')).slice(-5);
      if (sent === '\r\n.\r\n') isWhole = true;
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      const isAcceptance = isWhole && chunk.toString('latin1').startsWith('250');
      isWhole = false;
      if (isAcceptance) accepted += 1;
      if (isAcceptance && stopsAt === 'acceptance') stopped += 1;
      else client.write(chunk);
    });
  }

  const proxy = createServer(pass);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // reason: it listens on TCP
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    stopAt: (where: StopsAt): void => {
      stopsAt = where;
      stopped = 0;
    },
    /** How many emails have stopped since `stopAt`. */
    stopped: () => stopped,
    /** How many emails the server has accepted, repeated ones included. */
    accepted: () => accepted,
    close: async (): Promise<void> => {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
