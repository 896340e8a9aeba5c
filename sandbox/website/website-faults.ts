/** Paths of the invented website that fail in one way each (docs/sandbox.md). */
export const WEBSITE_FAULTS = {
  '/sandbox/inside': 'redirects to an address inside this machine',
  '/sandbox/circle': 'redirects to itself',
  '/sandbox/old-shop': 'redirects to the shop',
  '/sandbox/moved': 'forwards to the shop with a meta refresh',
  '/sandbox/moved-inside': 'forwards to an address inside this machine with a meta refresh',
  '/sandbox/gone': 'says “Page not found” with status 200',
  '/sandbox/busy': 'asks everyone to come back in two minutes (429)',
  '/sandbox/members': 'asks for a sign-in (401)',
  '/sandbox/forbidden': 'lets nobody read it (403)',
  '/sandbox/broken': 'answers 500',
  '/sandbox/picture': 'is a picture',
  '/sandbox/app': 'shows its text only with JavaScript',
  '/sandbox/empty': 'has no text',
  '/sandbox/endless': 'never stops sending',
  '/sandbox/silent': 'sends its headers and then nothing',
} as const;
type Fault = keyof typeof WEBSITE_FAULTS;

const isFault = (path: string): path is Fault => path in WEBSITE_FAULTS;
const html = (text: string, status = 200) =>
  new Response(`<!doctype html><html lang="en">${text}</html>`, { status, headers: { 'content-type': 'text/html' } });
const refresh = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}"><p>Redirecting…</p>`;
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

function endless(piece: string | null, stop: AbortSignal): Response {
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      stop.addEventListener('abort', () => isOpen && controller.close(), {
        once: true,
      }),
    // A pull that adds nothing isn't repeated, so nothing more is sent.
    pull: (controller) => {
      if (piece !== null) controller.enqueue(new TextEncoder().encode(piece));
    },
    cancel: () => {
      isOpen = false;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/html' } });
}

/** The answer for such a path, or `null` for any other. */
export function answerFault(path: string, stop: AbortSignal): Response | null {
  if (!isFault(path)) return null;
  const answers: Record<Fault, () => Response> = {
    '/sandbox/inside': () => redirect('http://127.0.0.1/'),
    '/sandbox/circle': () => redirect('/sandbox/circle'),
    '/sandbox/old-shop': () => redirect('/shop'),
    '/sandbox/moved': () => html(refresh('/shop')),
    '/sandbox/moved-inside': () => html(refresh('http://127.0.0.1/')),
    '/sandbox/gone': () => html('<title>Page not found | Fern &amp; Kiln</title><p>Please use the menu.</p>'),
    '/sandbox/busy': () => new Response('Slow down.', { status: 429, headers: { 'retry-after': '120' } }),
    '/sandbox/members': () => html('<h1>Members only</h1>', 401),
    '/sandbox/forbidden': () => html('<h1>Forbidden</h1>', 403),
    '/sandbox/broken': () => html('<h1>Something went wrong</h1>', 500),
    '/sandbox/picture': () =>
      new Response(new Uint8Array([137, 80, 78, 71]), { headers: { 'content-type': 'image/png' } }),
    '/sandbox/app': () => html('<body><div id="root"></div><script src="/app.js"></script></body>'),
    '/sandbox/empty': () => html('<body><p> </p></body>'),
    '/sandbox/endless': () => endless('<p>And another thing.</p>\n'.repeat(1_000), stop),
    '/sandbox/silent': () => endless(null, stop),
  };
  return answers[path]();
}
