import { parentPort } from 'node:worker_threads';
import { readHtml } from './read-html.ts';
import { PageTooLarge } from './sections.ts';

const answer = (message: unknown) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a thread isn't a window
  parentPort?.postMessage(message);
};

/** Runs in a thread of its own: hostile markup can keep the parser busy for minutes. */
parentPort?.on('message', ({ html, url }: { html: string; url: string }) => {
  try {
    answer({ content: readHtml(html, url) });
  } catch (error) {
    answer({ problem: error instanceof PageTooLarge ? 'too_large' : 'unreadable' });
  }
});
answer('ready');
