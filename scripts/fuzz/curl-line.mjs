import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LONGEST = 3_000;
const PRINTABLE = /^[\u0020-\u007e]*$/;

const quoted = (text) => {
  if (PRINTABLE.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = [...Buffer.from(text)].map((byte) =>
    byte >= 32 && byte < 127 && byte !== 39 && byte !== 92
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped.join('')}'`;
};

/** A command that repeats the request. What curl would change, or what is too long to read, is written to a file and sent from there. */
export function curlLine({ request, bytes, sender, port, folder }) {
  const isPlain =
    request.raw === undefined &&
    request.isFramed &&
    request.hasHost &&
    request.version === 'HTTP/1.1' &&
    request.target.startsWith('/');
  const isShort = bytes.length <= LONGEST && !(request.body ?? '').includes('\u0000');
  if (isPlain && isShort) {
    const forwarded = request.headers.some(([name]) => name === 'x-forwarded-for')
      ? []
      : [['x-forwarded-for', request.address]];
    const headers = [...forwarded, ...sender, ...request.headers].map(
      ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
    );
    const body = request.body === null ? [] : [`--data-binary ${quoted(request.body)}`];
    const method = request.method === 'HEAD' ? '-I' : `-X ${request.method}`;
    return [
      'curl -i --path-as-is --globoff',
      method,
      ...headers,
      ...body,
      quoted(`http://127.0.0.1:${port}${request.target}`),
    ].join(' ');
  }
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `request-${request.index}.http`);
  writeFileSync(file, bytes);
  return `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}; cat ${file} >&3; cat <&3'`;
}
