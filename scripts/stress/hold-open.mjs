import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Opens many connections that each send `bytes`, and holds them for `ms`. Counts what became of them. */
export async function holdOpen({ port, count, bytes, ms }) {
  const outcomes = new Map();
  const note = (what) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.once('data', (data) => note(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 'no HTTP'));
    socket.on('error', (error) => note(error.code));
    return socket;
  });
  await wait(ms);
  const open = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;
  for (const socket of sockets) socket.destroy();
  return [...outcomes]
    .map(([what, times]) => `${times} x ${what}`)
    .concat(`${open} open at the end`)
    .join(', ');
}
