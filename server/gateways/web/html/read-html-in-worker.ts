import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PageProblem } from '../page-problem.ts';
import type { HtmlContent } from './read-html.ts';

/** Reads a page's HTML. Throws PageProblem, or the reason why the signal was aborted. */
export type ReadHtml = (html: string, url: string, signal: AbortSignal) => Promise<HtmlContent>;

type Answer = { content: HtmlContent } | { problem: 'too_large' | 'unreadable' };
type Thread = { worker: Worker; ready: Promise<unknown> };

export const HTML_LIMITS = {
  /** How long one page may take. Real pages take milliseconds. */
  timeoutMs: 10_000,
  memoryMb: 256,
  /** How long a thread waits for the next page before it ends. */
  idleMs: 20_000,
};

const ENTRY = new URL('./html-worker.ts', import.meta.url);

/**
 * Reads pages one at a time in a thread that is ended when a page takes too long or too much memory. The next page gets a new one.
 */
export function createHtmlReader(limits = HTML_LIMITS): ReadHtml {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function end(): void {
    void thread?.worker.terminate();
    thread = null;
  }

  function start(): Thread {
    const worker = new Worker(ENTRY, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } });
    const started = { worker, ready: once(worker, 'message') };
    const forget = () => {
      if (thread === started) thread = null;
    };
    worker.on('error', forget).on('exit', forget);
    // Whoever waits for it is told; nobody may be waiting.
    started.ready.catch(() => undefined);
    return started;
  }

  async function readOne(html: string, url: string, signal: AbortSignal): Promise<HtmlContent> {
    signal.throwIfAborted();
    clearTimeout(idle);
    const { worker, ready } = (thread ??= start());
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const refuse = (cause?: unknown) => reject(new PageProblem('unreadable', { cause }));
    const stop = () => reject(signal.reason);
    worker.once('error', refuse).once('exit', refuse);
    signal.addEventListener('abort', stop, { once: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      // The page's time begins once the thread has loaded, however busy the machine is.
      await Promise.race([ready, promise]);
      const tooSlow = new Error(`no result within ${limits.timeoutMs} ms`);
      timer = setTimeout(() => refuse(tooSlow), limits.timeoutMs);
      worker.once('message', resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a thread isn't a window
      worker.postMessage({ html, url });
      const answer = await promise;
      if ('problem' in answer) throw new PageProblem(answer.problem);
      return answer.content;
    } catch (error) {
      // It may still be busy with this page.
      end();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      worker.off('message', resolve).off('error', refuse).off('exit', refuse);
      // A thread that waits doesn't keep the process running.
      worker.unref();
      idle = setTimeout(end, limits.idleMs).unref();
    }
  }

  return (html, url, signal) => {
    const reading = last.then(() => readOne(html, url, signal));
    last = reading.catch(() => undefined);
    return reading;
  };
}
