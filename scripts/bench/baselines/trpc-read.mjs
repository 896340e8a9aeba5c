import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { trpcServer } from '@hono/trpc-server';
import { initTRPC } from '@trpc/server';
import { Hono } from 'hono';
import { createProfileReader } from './profile-of.mjs';
import { serveBaseline } from './serve.mjs';

// tRPC on Hono as their manuals set it up, with the same read and nothing of ours: no session, no log, no security headers.
const profileOf = createProfileReader(process.argv[2]);
const t = initTRPC.context().create();
const router = t.router({
  profile: t.router({ get: t.procedure.query(({ ctx }) => profileOf(ctx.cookie)) }),
});

const app = new Hono();
app.use('/trpc/*', trpcServer({ router, createContext: (_, c) => ({ cookie: c.req.header('cookie') }) }));
const answer = getRequestListener(app.fetch);
serveBaseline(createServer((request, response) => void answer(request, response)));
