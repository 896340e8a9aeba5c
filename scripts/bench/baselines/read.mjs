import { createServer } from 'node:http';
import { createProfileReader } from './profile-of.mjs';
import { serveBaseline } from './serve.mjs';

// node:http with one postgres.js read.
const profileOf = createProfileReader(process.argv[2]);

async function answer(request, response) {
  const body = JSON.stringify([{ result: { data: await profileOf(request.headers.cookie) } }]);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

serveBaseline(createServer((request, response) => void answer(request, response)));
