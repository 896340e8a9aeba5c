import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES } from '#contract/brain/document-problems.ts';
import { aPng } from '#tests/support/documents/images.ts';
import { aDocx, paragraph } from '#tests/support/documents/office.ts';
import { aPdf, linesOfText } from '#tests/support/documents/pdf.ts';
import { createDocumentReader } from './document-reader.ts';
import type { Progress } from './reading.ts';

const MB = 1024 * 1024;
const LIMITS = { timeMs: 30_000, clockMs: 120_000, memoryBytes: 640 * MB, heapBytes: 384 * MB };
/** At the priority of the tests: on a busy machine, a low one takes more than a test's time. */
const createReader = (options: Parameters<typeof createDocumentReader>[0] = {}) =>
  createDocumentReader({ priority: 0, ...options });
const reader = createReader();
const twoPages = aPdf([linesOfText(['Large bowls cost $38.']), linesOfText(['Returns within 30 days.'])]);
const manyPages = aPdf(Array.from({ length: 300 }, () => linesOfText(['Terms'])));
const countProcesses = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
const before = countProcesses();
const running = () => countProcesses() - before;

/** A PDF whose page inflates to 256 MB of blanks. */
function aBomb(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(256 * MB, ' '), { level: 1 }), { level: 1 });
  const content = `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${packed.toString('latin1')}\nendstream`;
  const page = '/Contents 4 0 R';
  return aPdf([linesOfText(['Small on disk.'])], { objects: [content], page });
}

describe('a document is read in a process of its own', () => {
  it('which says how far it is, and is gone afterwards', async () => {
    const seen: Progress[] = [];
    const document = await createDocumentReader().readDocument(twoPages, {
      name: 'Terms.pdf',
      onProgress: (one) => seen.push(one),
    });
    expect(document).toMatchObject({
      kind: 'pdf',
      title: 'Terms',
      count: 2,
      sections: [{ place: { page: 1 } }, { text: 'Returns within 30 days.' }],
    });
    expect(seen.at(-1)).toEqual({ done: 2, of: 2, unit: 'page' });
    await expect.poll(running).toBe(0);
  });

  it('an image comes back for the model that describes it', async () => {
    const bytes = aPng(40, 30);
    expect(await reader.readDocument(bytes, { name: 'chalkboard.png' })).toEqual({
      kind: 'image',
      title: 'chalkboard',
      mime: 'image/png',
      width: 40,
      height: 30,
      bytes,
    });
  });

  it('and refused there when it is broken', async () => {
    expect(await reader.readDocument(twoPages.subarray(0, 400), { name: 'a.pdf' })).toEqual({
      kind: 'refused',
      problem: 'broken',
    });
  });

  it('which never gets one that is too large or has no bytes', async () => {
    const unable = createReader({ entry: 'server/no-such-file.ts' });
    expect(await unable.readDocument(Buffer.alloc(MAX_DOCUMENT_BYTES + 1), { name: 'a.pdf' })).toEqual({
      kind: 'refused',
      problem: 'too_large',
    });
    expect(await unable.readDocument(Buffer.alloc(0), { name: 'a.pdf' })).toEqual({
      kind: 'refused',
      problem: 'empty',
    });
  });

  it('a failure of the process itself says nothing about the document', async () => {
    const unable = createReader({ entry: 'server/no-such-file.ts' });
    await expect(unable.readDocument(twoPages, { name: 'a.pdf' })).rejects.toThrow('exited with code 1');
  });
});

describe('a document that takes too much', () => {
  const tooComplex = { kind: 'refused', problem: 'too_complex' };

  it('of memory outside the JavaScript heap ends its process, and nothing else', async () => {
    const small = createReader({ limits: { ...LIMITS, memoryBytes: 200 * MB } });
    expect(await small.readDocument(aBomb(), { name: 'a.pdf' })).toEqual(tooComplex);
    await expect.poll(running).toBe(0);
    expect(await small.readDocument(twoPages, { name: 'a.pdf' })).toMatchObject({ kind: 'pdf' });
  });

  it('of memory within the JavaScript heap ends its process, and nothing else', async () => {
    const small = createReader({ limits: { ...LIMITS, heapBytes: 48 * MB } });
    const docx = aDocx(Array.from({ length: 60_000 }, () => paragraph('Terms')).join(''));
    expect(await small.readDocument(docx, { name: 'a.docx' })).toEqual(tooComplex);
    await expect.poll(running).toBe(0);
  });

  it('of time ends its process', async () => {
    const hasty = createReader({ limits: { ...LIMITS, timeMs: 1 } });
    expect(await hasty.readDocument(twoPages, { name: 'a.pdf' })).toEqual(tooComplex);
    // Enough to start: the process ends itself in the middle.
    const strict = createReader({ limits: { ...LIMITS, timeMs: 1_000 } });
    const endless = aDocx(Array.from({ length: 100_000 }, () => paragraph('Terms')).join(''));
    expect(await strict.readDocument(endless, { name: 'a.docx' })).toEqual(tooComplex);
    await expect.poll(running).toBe(0);
  });
});

describe('reading ends', () => {
  it('when it takes too long by the clock, which says nothing about the document', async () => {
    const slow = createReader({ limits: { ...LIMITS, clockMs: 1 } });
    await expect(slow.readDocument(twoPages, { name: 'a.pdf' })).rejects.toThrow('no result within 1 ms');
    await expect.poll(running).toBe(0);
  });

  it('when its signal aborts, with the process', async () => {
    const stopped = new AbortController();
    const reading = reader.readDocument(manyPages, {
      name: 'a.pdf',
      signal: stopped.signal,
      onProgress: () => stopped.abort(new Error('removed')),
    });
    await expect(reading).rejects.toThrow('removed');
    await expect.poll(running).toBe(0);
    await expect(reader.readDocument(manyPages, { name: 'a.pdf', signal: stopped.signal })).rejects.toThrow('removed');
  });

  it('when the server stops', async () => {
    const closing = createReader();
    const reading = closing.readDocument(manyPages, { name: 'a.pdf', onProgress: () => closing.close() });
    await expect(reading).rejects.toThrow('the server is stopping');
    await expect(closing.readDocument(manyPages, { name: 'a.pdf' })).rejects.toThrow('the server is stopping');
    await expect.poll(running).toBe(0);
  });

  it('when the caller’s own progress fails', async () => {
    const failing = () => {
      throw new Error('no database');
    };
    await expect(reader.readDocument(twoPages, { name: 'a.pdf', onProgress: failing })).rejects.toThrow('no database');
    await expect.poll(running).toBe(0);
  });
});

it('at most two documents are read at a time, and people take turns', async () => {
  const order: string[] = [];
  let most = 0;
  const read = async (owner: string) => {
    await reader.readDocument(twoPages, { name: 'a.pdf', owner, onProgress: () => (most = Math.max(most, running())) });
    order.push(owner);
  };
  await Promise.all(['Maya', 'Maya', 'Maya', 'Maya', 'Jonas'].map(read));
  expect(most).toBe(2);
  expect(order.indexOf('Jonas')).toBeLessThan(4);
});
