import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Pages that are the same for everybody who has chosen the same theme. */
const KEPT_PATHS = new Set(['/', '/privacy', '/terms', '/security']);

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

type Encoding = 'br' | 'gzip' | 'identity';
type KeptPage = { bodies: Record<Encoding, Uint8Array<ArrayBuffer>>; etag: string; policy: string };

/** What a policy says to let the inline scripts of this HTML run, and no others. */
export function scriptHashes(html: string): string {
  return [...html.matchAll(INLINE_SCRIPT)]
    .map(
      ([, script]) =>
        `'sha256-${createHash('sha256')
          .update(script ?? '')
          .digest('base64')}'`,
    )
    .join(' ');
}

function keep(html: string, policyFor: (scriptSources: string) => string): KeptPage {
  const identity = Buffer.from(html);
  return {
    bodies: {
      br: Uint8Array.from(
        brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
      ),
      gzip: Uint8Array.from(gzipSync(identity, { level: 9 })),
      identity: Uint8Array.from(identity),
    },
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
    policy: policyFor(scriptHashes(html)),
  };
}

function encodingFor(request: Request): Encoding {
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

type Draw = (request: Request, path: string) => Promise<Response>;
type Options = {
  draw: Draw;
  /** What of a request changes such a page. */
  variantOf: (request: Request) => Promise<string>;
  /** The policy that lets these scripts run. */
  policy: (scriptSources: string) => string;
};

/** Draws each public page once and keeps it, compressed, with hashes of its scripts in place of a nonce. */
export function createKeptPages({ draw, variantOf, policy }: Options) {
  const pages = new Map<string, Promise<KeptPage>>();

  async function find(request: Request, path: string): Promise<KeptPage> {
    const key = `${path} ${await variantOf(request)}`;
    const known = pages.get(key);
    if (known) return known;
    const drawing = draw(request, path).then(async (response) => {
      if (response.status !== 200) throw new Error(`${path} was drawn with status ${response.status}`);
      return keep(await response.text(), policy);
    });
    pages.set(key, drawing);
    drawing.catch(() => pages.delete(key));
    return drawing;
  }

  return {
    isKept: (request: Request, path: string): boolean => KEPT_PATHS.has(path) && !request.url.includes('?'),

    answer: async (request: Request, path: string): Promise<Response> => {
      const { bodies, etag, policy: itsPolicy } = await find(request, path);
      const encoding = encodingFor(request);
      const headers: Record<string, string> = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': itsPolicy,
        etag,
        vary: 'Cookie, Accept-Encoding',
        'cache-control': 'private, no-cache',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      };
      if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
      return new Response(bodies[encoding], { headers });
    },
  };
}
