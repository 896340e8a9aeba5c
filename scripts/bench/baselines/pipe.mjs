import { createServer, request as ask, Agent } from 'node:http';
import { serveBaseline } from './serve.mjs';

// A raw pipe: the question goes to the model unchanged, and the model's events come back unchanged.
const target = `${process.argv[2]}/chat/completions`;
const agent = new Agent({ keepAlive: true });

serveBaseline(
  createServer((request, response) => {
    const headers = { 'content-type': 'application/json' };
    const asking = ask(target, { method: 'POST', headers, agent }, (answer) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.pipe(response);
    });
    request.pipe(asking);
  }),
);
