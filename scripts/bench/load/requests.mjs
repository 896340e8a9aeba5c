import { cookieOf } from '../people.mjs';

/** A browser's GET request, as text. */
export function getRequest(path, { person, accept = '*/*' } = {}) {
  const cookie = person === undefined ? '' : `Cookie: ${cookieOf(person)}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n${cookie}\r\n`;
}

export function postRequest(path, value, { person } = {}) {
  const body = JSON.stringify(value);
  const cookie = person === undefined ? '' : `Cookie: ${cookieOf(person)}\r\n`;
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${cookie}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** The URL of a query as the product's own client writes it: a batch of one. */
export function queryPath(procedure, input) {
  const packed = input === undefined ? '{}' : JSON.stringify({ 0: input });
  return `/trpc/${procedure}?batch=1&input=${encodeURIComponent(packed)}`;
}
