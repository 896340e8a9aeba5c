import { Agent, request as send } from 'node:http';
import { createEventReader } from '../../bench/load/event-stream.mjs';

const GIVE_UP_MS = 60_000;
const JSON_TYPE = { 'content-type': 'application/json' };

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // reason: an error page of a proxy, or a response that was cut off
  }
}

/** The code of an error, as tRPC and the file routes send it. */
const codeOf = (body) => parse(body)?.error?.data?.appCode ?? parse(body)?.error?.appCode ?? '';

/** One person's browser. Connections stay open between requests, as a browser's do. */
export function createClient({ port, cookie, address }) {
  const agent = new Agent({ keepAlive: true });

  function exchange({ method = 'GET', path, headers = {}, body, onPiece }) {
    return new Promise((resolve, reject) => {
      const own = { cookie, 'x-forwarded-for': address, ...headers };
      const outgoing = send({ port, host: '127.0.0.1', agent, method, path, headers: own }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (piece) => {
          text += piece;
          onPiece?.(piece);
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode, body: text }));
        incoming.on('error', () => reject(new Error('the response was cut off')));
      });
      outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy(new Error(`no response within ${GIVE_UP_MS / 1_000} s`)));
      outgoing.on('error', (error) => {
        // The server closed an idle connection just as it was being reused, which is nobody's fault.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET')
          return resolve(exchange({ method, path, headers, body, onPiece }));
        return reject(error);
      });
      outgoing.end(body);
    });
  }

  /** Sends a request and returns what a 200 says; `{ status, code }` otherwise. Status 0: there was no response. */
  async function attempt(request) {
    try {
      const { status, body } = await exchange(request);
      return { status, code: codeOf(body), data: parse(body)?.result?.data };
    } catch (error) {
      return { status: 0, code: error.message, data: null };
    }
  }

  return {
    query: (path, input) => {
      const search = input === undefined ? '' : `?${new URLSearchParams({ input: JSON.stringify(input) })}`;
      return attempt({ path: `/trpc/${path}${search}` });
    },
    call: (path, input) =>
      attempt({ method: 'POST', path: `/trpc/${path}`, headers: JSON_TYPE, body: JSON.stringify(input) }),
    upload: (id, name, content) =>
      attempt({ method: 'POST', path: `/brain/files/${id}?${new URLSearchParams({ name })}`, body: content }),
    post: (path, headers, body) => attempt({ method: 'POST', path, headers, body }),
    /** Follows an answer to its end; returns how it ended. `onText` is called for each piece of its text. */
    follow: async (messageId, onText) => {
      let end = null;
      const onPiece = createEventReader((data) => {
        const event = parse(data);
        if (event?.type === 'text') onText();
        if (event?.type === 'end') end = event.status;
      });
      const input = JSON.stringify({ answers: [{ messageId, attempt: 0, offset: 0 }] });
      const path = `/trpc/live.follow?${new URLSearchParams({ input })}`;
      try {
        const { status } = await exchange({ path, headers: { accept: 'text/event-stream' }, onPiece });
        return status === 200 ? (end ?? 'cut off') : String(status);
      } catch (error) {
        return error.message;
      }
    },
    close: () => agent.destroy(),
  };
}
