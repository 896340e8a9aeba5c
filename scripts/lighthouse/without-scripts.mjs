import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

/** Structured data for search engines doesn't execute, so it stays. */
const SCRIPT = /<script(?![^>]*\stype="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g;
const SCRIPT_PRELOAD = /<link[^>]*\srel="modulepreload"[^>]*>/g;
/** Headers that no longer apply to a changed response. */
const OF_THE_BYTES = ['content-length', 'transfer-encoding', 'etag'];

const asItIs = (bytes) => bytes;
/** Compressed like the product's pages, so that their sizes can be compared. */
const PACKING = {
  br: { pack: brotliCompressSync, unpack: brotliDecompressSync },
  gzip: { pack: (bytes) => gzipSync(bytes, { level: 9 }), unpack: gunzipSync },
};

function strip(page, encoding) {
  const { pack, unpack } = PACKING[encoding] ?? { pack: asItIs, unpack: asItIs };
  const html = unpack(page).toString();
  return pack(Buffer.from(html.replaceAll(SCRIPT, '').replaceAll(SCRIPT_PRELOAD, '')));
}

async function passOn(address, asked, answer, stripped) {
  const upstream = request(new URL(asked.url, address), { method: asked.method, headers: asked.headers });
  const [[given]] = await Promise.all([once(upstream, 'response'), pipeline(asked, upstream)]);
  const { statusCode, headers } = given;
  if (!headers['content-type']?.startsWith('text/html')) {
    answer.writeHead(statusCode, headers);
    return pipeline(given, answer);
  }
  const bytes = await buffer(given);
  // Compressed once, like the product's cached pages: the bare one must not respond later.
  const key = headers.etag === undefined ? undefined : `${headers['content-encoding']} ${headers.etag}`;
  const page = stripped.get(key) ?? strip(bytes, headers['content-encoding']);
  if (key !== undefined) stripped.set(key, page);
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_BYTES.includes(name));
  answer.writeHead(statusCode, { ...Object.fromEntries(kept), 'content-length': page.length });
  answer.end(page);
}

/** Runs `work` with the URL of a proxy that passes everything on from the product at `address` except a page's scripts. */
export async function withoutScripts(address, work) {
  const stripped = new Map();
  const server = createServer((asked, answer) => {
    passOn(address, asked, answer, stripped).catch(() => answer.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://localhost:${server.address().port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
