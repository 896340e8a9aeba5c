import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { serveBaseline } from './serve.mjs';

// Bare node:http sending the bytes of the product's landing page.
const page = readFileSync(process.argv[2]);
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length };

serveBaseline(
  createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(page);
  }),
);
