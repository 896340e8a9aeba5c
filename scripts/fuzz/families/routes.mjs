import { oddString } from '../odd-strings.mjs';
import { recipe } from '../recipe.mjs';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const PIECES = [
  '%',
  '%00',
  '%ff',
  '%2f',
  '%2e%2e',
  '%5c',
  '//',
  '/..;/',
  '/../',
  '/./',
  ';a=b',
  '\\',
  '%u0041',
  '%E0%A4%A',
  '%c0%af',
  '?',
  '#',
  '#a',
  ' ',
  '*',
  '%0d%0a',
  '~',
  '$',
  "'",
  '[',
  '|',
  '^',
  '{}',
  '<>',
  '.map',
  '.json',
  '/',
  '%25',
  '%2525',
];
const PATHS = [
  '/assets/',
  '/assets/../server/entry-server.js',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/icons/',
  '/fonts/',
  '/favicon.ico',
  '/.env',
  '/.git/config',
  '/package.json',
  '/server/main.ts',
  '/dist/',
  '/health',
  '/health/',
  '/health/ready',
  '/health/live',
  '/trpc',
  '/trpc/',
  '/auth/v1',
  '/auth/v1/',
  '/auth/callback/',
  '/auth/callback/google',
  '/auth/callback/slack?state=x&code=y',
  '/auth/callback/google?error=access_denied',
  '/auth/callback/google?state=%00&code=%ff',
  '/auth/callback/__proto__',
  '/account/export',
  '/brain/files/',
  '/brain/files/6c1f9e52-0c3a-4a58-9d5f-2f6d3c1b7a90',
  '/brain/files/x?name=%00&conversation=x',
  '/webhooks/stripe',
  '/newsletter/unsubscribe',
  '/newsletter/unsubscribe?token=x',
  '/social/',
  '/pictures/',
  '/_server',
  '/index.html',
  '/wp-login.php',
  '/.well-known/',
  '/.well-known/change-password',
];

/** A path spelled in a way that nobody intends. */
function oddPath(path, random) {
  const piece = random.isChance(0.85)
    ? random.pick(PIECES)
    : encodeURIComponent(oddString(random, 9_000).toWellFormed());
  const place = random.int(0, path.length);
  const spelled = `${path.slice(0, place)}${piece}${path.slice(place)}`;
  // A space or a control character would end the request line; the wire family covers those.
  const clean = Array.from(spelled, (character) =>
    character > ' ' && character < '\u007f' ? character : encodeURIComponent(character.toWellFormed()),
  ).join('');
  return clean.startsWith('/') ? clean : `/${clean}`;
}

/** Any method on any path that the product answers, or on a similar one. */
export function routeFamily(random, world) {
  const base = random
    .pick(random.isChance(0.6) ? world.routes : PATHS)
    .replaceAll(/:\w+(?:\{[^}]*\})?/g, () => random.pick(['google', 'slack', 'x', '%00', '1']));
  const path = base.replaceAll('*', 'x');
  const target = random.isChance(0.5) ? path : oddPath(path, random);
  const method = random.pick(METHODS);
  const hasBody = method !== 'GET' && method !== 'HEAD' && random.isChance(0.6);
  const body = hasBody ? random.pick(['', '{}', 'a=b', '\u0000', 'x'.repeat(300_000), 'token=x', '[]']) : null;
  const type = random.pick([
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]);
  return recipe({
    method,
    target,
    label: `route ${base.split('?')[0]}`,
    headers: hasBody ? [['content-type', type]] : [],
    body,
  });
}
