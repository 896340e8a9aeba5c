import { once } from 'node:events';
import { createServer } from 'node:http';

/** Part of everything that the hostile account has the model read, so that its calls can be counted. */
export const MARKER = 'stormcloud';
const HOOK_HOST = 'hooks.soak.example';
export const HOOK_URL = `https://${HOOK_HOST}/in`;
const SITES = 12;
const siteHost = (index) => `slow-site-${index}.example`;
export const SITE_ADDRESSES = Array.from({ length: SITES }, (_, index) => `http://${siteHost(index)}/`);
/** Just below the time limit of a page. */
const SLOW_MS = 15_000;
const LINKS = 20;

const links = Array.from({ length: LINKS }, (_, index) => `<a href="/${index}">Page ${index}</a>`).join(' ');
const page = `<title>${MARKER}</title><h1>${MARKER}</h1><p>Bowls and mugs. ${links}</p>`;

/** The other systems that the hostile account uses: one that its automations call, and twelve slow websites. */
export async function startStandIns() {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.headers.host !== HOOK_HOST) {
      const timer = setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page), SLOW_MS);
      response.on('close', () => clearTimeout(timer));
      return;
    }
    if (request.method === 'POST') calls += 1;
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const hosts = [HOOK_HOST, ...SITE_ADDRESSES.map((address) => new URL(address).host)];
  return {
    /** The value of WEB_STAND_INS. */
    standIns: hosts.map((host) => `${host}=${url}`).join(','),
    calls: () => calls,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
