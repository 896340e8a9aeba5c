import { describe, expect, it, vi } from 'vitest';
import { DOCUMENT_PROBLEMS } from '#contract/brain/document-problems.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import type { FileUpload, SentFile } from '#src/api/upload-file.ts';
import { askBeforeLosing, createUploads, type Upload } from './uploads.ts';

const SENT: SentFile = { source: { id: 's', name: 'a.pdf', scope: 'team', replacesId: null }, isKnown: false };
const aFile = (name: string) => new File(['Large bowl, $42'], name);

function setUp() {
  const sent: (FileUpload & PromiseWithResolvers<SentFile>)[] = [];
  const onSent = vi.fn((_upload: Upload) => Promise.resolve());
  const uploads = createUploads({
    send: (upload) => {
      const ending = Promise.withResolvers<SentFile>();
      upload.signal.addEventListener('abort', () => ending.reject(upload.signal.reason));
      sent.push({ ...upload, ...ending });
      return ending.promise;
    },
    onSent,
  });
  const shown = () => uploads.list().map(({ file, state }) => `${file.name} ${state}`);
  return { uploads, sent, onSent, shown };
}

describe('SOURCE-21: files that are uploaded', () => {
  it('are sent two at a time, in order, and leave the list once the server has them', async () => {
    const { uploads, sent, onSent, shown } = setUp();
    uploads.add([aFile('a.pdf'), aFile('b.pdf'), aFile('c.pdf')]);
    expect(shown()).toEqual(['a.pdf sending', 'b.pdf sending', 'c.pdf waiting']);
    sent[0]?.onProgress(7);
    expect(uploads.list()[0]?.sentBytes).toBe(7);
    sent[0]?.resolve(SENT);
    await expect.poll(shown).toEqual(['b.pdf sending', 'c.pdf sending']);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('know whether they were added by themselves, even if the others are done before them', async () => {
    const { uploads, sent, onSent } = setUp();
    uploads.add([aFile('a.pdf'), aFile('b.pdf')]);
    for (const { resolve } of sent) resolve(SENT);
    await expect.poll(() => uploads.list()).toEqual([]);
    uploads.add([aFile('c.pdf')]);
    sent[2]?.resolve(SENT);
    await expect.poll(() => onSent.mock.calls.length).toBe(3);
    expect(onSent.mock.calls.map(([{ isSingle }]) => isSingle)).toEqual([false, false, true]);
  });

  it('are stopped on request, which lets the next one begin', async () => {
    const { uploads, sent, shown } = setUp();
    uploads.add([aFile('a.pdf'), aFile('b.pdf'), aFile('c.pdf')]);
    uploads.cancel(sent[0]?.id ?? '');
    await expect.poll(shown).toEqual(['b.pdf sending', 'c.pdf sending']);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  it('that can’t be read by their name or size are refused without being sent', () => {
    const { uploads, sent } = setUp();
    uploads.add([aFile('a.exe')]);
    expect(uploads.list()).toMatchObject([{ state: 'failed', problem: DOCUMENT_PROBLEMS.wrong_type }]);
    expect(sent).toHaveLength(0);
  });

  it('that fail say why, and are sent again under the same id on request', async () => {
    const { uploads, sent, shown } = setUp();
    uploads.add([aFile('a.pdf')]);
    const { text } = ERROR_CODES.STORAGE_FULL;
    sent[0]?.reject(Object.assign(new Error(text), { data: { appCode: 'STORAGE_FULL' } }));
    await expect.poll(() => uploads.list()).toMatchObject([{ state: 'failed', problem: text, canRetry: true }]);
    uploads.retry(sent[0]?.id ?? '');
    expect(shown()).toEqual(['a.pdf sending']);
    expect(sent[1]?.id).toBe(sent[0]?.id);
  });

  it('are asked about before their page is left, until they are sent or can’t be', async () => {
    const { uploads, sent } = setUp();
    const page = new EventTarget();
    askBeforeLosing(uploads, page);
    const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    uploads.add([aFile('a.pdf'), aFile('b.pdf')]);
    expect(asks()).toBe(true);
    sent[0]?.resolve(SENT);
    await expect.poll(() => uploads.list()).toHaveLength(1);
    expect(asks()).toBe(true);
    sent[1]?.reject(new Error('offline'));
    await expect.poll(() => uploads.list()).toMatchObject([{ state: 'failed' }]);
    expect(asks()).toBe(false);
  });
});
