import { Hono } from 'hono';
import type { Inbox } from '../inbox/inbox.ts';
import { homePage } from './home-page.ts';
import { inboxPage, latestOf } from './inbox-page.ts';
import type { PromptLog } from '../model/prompt-log.ts';
import { INBOX_SCRIPT } from './inbox-script.ts';
import { promptsPage } from './prompts-page.ts';
import { SANDBOX_CSS } from './styles.ts';

const CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The pages for people, and `/inbox.json` and `/prompts.json` for scripts. */
export function createPages(options: {
  inbox: Inbox;
  prompts: PromptLog;
  addresses: () => { url: string; modelBaseUrl: string; smtpUrl: string };
}): Hono {
  const { inbox, prompts, addresses } = options;
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('content-security-policy', CSP);
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-store');
  });
  app.get('/', (c) => c.html(homePage(addresses())));
  app.get('/inbox', (c) => c.html(inboxPage(inbox.list(c.req.query('to')), c.req.query('to'))));
  app.get('/inbox.json', (c) => c.json(inbox.list(c.req.query('to'))));
  app.get('/inbox/latest', (c) => c.text(latestOf(inbox.list(c.req.query('to')))));
  app.get('/prompts', (c) => c.html(promptsPage(prompts.list())));
  app.get('/prompts.json', (c) => c.json(prompts.list()));
  app.get('/sandbox.css', (c) => c.body(SANDBOX_CSS, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/inbox.js', (c) => c.body(INBOX_SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  return app;
}
