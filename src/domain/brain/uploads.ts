import { UPLOADS_AT_A_TIME } from '#contract/brain/sources.ts';
import type { FileUpload, SentFile } from '#src/api/upload-file.ts';
import { errorText } from '#src/lib/app-error.ts';
import { createListeners } from '#src/lib/listeners.ts';
import { randomId } from '#src/lib/random-id.ts';
import { fileProblem } from './file-problem.ts';

/** A file on its way to the server. */
export type Upload = {
  id: string;
  file: File;
  /** Whether it was added by itself, not with others. */
  isSingle: boolean;
  sentBytes: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed, in a sentence, and whether sending it again may help. */
  problem?: string;
  canRetry?: boolean;
};

type Options = {
  send: (upload: FileUpload) => Promise<SentFile>;
  /** The server has a file. It stays in the list until this has settled. */
  onSent: (upload: Upload, sent: SentFile) => Promise<unknown>;
};

/** The files that are being uploaded, a few at a time and in order. React reads it through `subscribe` and `list`. */
export function createUploads({ send, onSent }: Options) {
  let uploads: readonly Upload[] = [];
  const running = new Map<string, AbortController>();
  const { subscribe, notify } = createListeners();

  const put = (next: readonly Upload[]) => {
    uploads = next;
    notify();
  };
  const change = (id: string, changed: Partial<Upload>) =>
    put(uploads.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)));
  const drop = (id: string) => put(uploads.filter((upload) => upload.id !== id));

  async function run(upload: Upload): Promise<void> {
    const { id, file } = upload;
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { state: 'sending', sentBytes: 0, problem: undefined });
    try {
      const sent = await send({
        id,
        file,
        onProgress: (sentBytes) => change(id, { sentBytes }),
        signal: controller.signal,
      });
      await onSent(upload, sent);
      drop(id);
    } catch (error) {
      if (!controller.signal.aborted) change(id, { state: 'failed', problem: errorText(error), canRetry: true });
    }
    running.delete(id);
    startNext();
  }
  function startNext(): void {
    const waiting = uploads.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, UPLOADS_AT_A_TIME - running.size)) void run(upload);
  }

  return {
    add: (files: readonly File[]): void => {
      const added = files.map((file): Upload => {
        const problem = fileProblem(file);
        const state = problem === undefined ? 'waiting' : 'failed';
        return { id: randomId(), file, isSingle: files.length === 1, sentBytes: 0, state, problem };
      });
      put([...added, ...uploads]);
      startNext();
    },
    retry: (id: string): void => {
      change(id, { state: 'waiting', problem: undefined });
      startNext();
    },
    /** Stops it, or takes a failed one off the list. */
    cancel: (id: string): void => {
      running.get(id)?.abort();
      drop(id);
    },
    list: () => uploads,
    subscribe,
  };
}
export type Uploads = ReturnType<typeof createUploads>;

/** The browser asks before a page with files on their way is closed or reloaded: they would be lost. */
export function askBeforeLosing({ subscribe, list }: Uploads, page?: EventTarget): void {
  const ask = (event: Event) => event.preventDefault();
  subscribe(() => {
    if (list().some(({ state }) => state !== 'failed')) (page ?? window).addEventListener('beforeunload', ask);
    else (page ?? window).removeEventListener('beforeunload', ask);
  });
}
