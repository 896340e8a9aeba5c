import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { loopTurnsDuring } from '#tests/support/loop-turns.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

const at = new Date('2026-11-16T09:00:00Z');
/** Text that barely compresses. */
const noise = (lines: number, seed = '') =>
  Array.from({ length: lines }, (_, line) => `${createHash('sha256').update(`${seed}${line}`).digest('hex')}\n`);

async function* entriesOf(files: Record<string, Iterable<string>>): AsyncGenerator<ZipEntry> {
  for (const [name, parts] of Object.entries(files)) yield { name, at, parts };
}

async function archiveOf(files: Record<string, Iterable<string>>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream(entriesOf(files))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('an archive', () => {
  test('restores every file: empty, short, of many chunks and of one large chunk', async () => {
    const files = {
      'empty.txt': [],
      'short.txt': ['Über ', 'Öfen 窯'],
      'parts.txt': noise(5_000),
      'large.txt': [noise(5_000, 'large').join('')],
    };
    const archive = unzipSync(await archiveOf(files));
    for (const [name, parts] of Object.entries(files))
      expect(strFromU8(archive[name] ?? new Uint8Array()), name).toBe(parts.join(''));
    expect(Object.keys(archive)).toEqual(Object.keys(files));
  });

  test('is compressed', async () => {
    expect((await archiveOf({ 'a.txt': ['the same words '.repeat(10_000)] })).length).toBeLessThan(3_000);
  });

  test('is compressed without blocking other requests', async () => {
    const large = { 'large.txt': [noise(20_000).join('')] };
    expect(await loopTurnsDuring(() => archiveOf(large))).toBeGreaterThan(10);
  });

  test('yields to other requests while its text is produced, however short the text', async () => {
    function* slowParts() {
      for (let part = 0; part < 20; part += 1) {
        const until = performance.now() + 5;
        while (performance.now() < until);
        yield '.';
      }
    }
    expect(await loopTurnsDuring(() => archiveOf({ 'slow.txt': slowParts() }))).toBeGreaterThanOrEqual(20);
  });
});
