import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../scripts/fuzz/wire.mjs';
import { generate } from '../../scripts/fuzz/generate.mjs';
import { problemOf } from '../../scripts/fuzz/verdict.mjs';
import { createWorld } from '../../scripts/fuzz/world.mjs';

const people = Array.from({ length: 4 }, (_, number) => ({
  userId: `00000000-0000-4000-8000-00000000000${number}`,
  email: `person-${number}@seeded.test`,
  cookies: [`session=${number}-first`, `session=${number}-second`],
  conversationIds: [`00000000-0000-4000-8001-00000000000${number}`],
  messageIds: [`00000000-0000-4000-8002-00000000000${number}`],
}));
const aWorld = () => createWorld({ people, slots: 4 });
const wireOf = (index: number) => bytesOf(generate({ seed: 7, index, world: aWorld() })).toString('latin1');

describe('the generator of requests', () => {
  test('makes the same request for the same seed and number, whatever came before', () => {
    const world = aWorld();
    const inOrder = Array.from({ length: 60 }, (_, index) =>
      bytesOf(generate({ seed: 7, index, world })).toString('latin1'),
    );
    for (const index of [59, 7, 30]) expect(wireOf(index)).toBe(inOrder[index]);
  });

  test('reaches every procedure', () => {
    const world = aWorld();
    const labels = new Set(Array.from({ length: 6_000 }, (_, index) => generate({ seed: 7, index, world }).label));
    const missed = world.procedures.filter(({ path }: { path: string }) => !labels.has(`/trpc/${path}`));
    expect(missed).toEqual([]);
  });
});

describe('the verdict', () => {
  const request = { target: '/', body: null, isWhole: true, isAnswerOwed: true, hangUpAfterMs: null };
  const answer = (status: number, body: string) => ({ status, body, headers: {}, problem: null });

  test('accepts a 503 of the sandbox model, and no other failure', () => {
    const silent = '{"error":{"data":{"httpStatus":503,"appCode":"MODEL_FAILED"}}}';
    const broken = '{"error":{"data":{"httpStatus":500,"appCode":"INTERNAL"}}}';
    const fine = '{"result":{"data":null}}';
    expect(problemOf(request, answer(503, silent))).toBeNull();
    expect(problemOf(request, answer(200, fine))).toBeNull();
    expect(problemOf(request, answer(500, broken))).toBe('500 INTERNAL');
    expect(problemOf(request, answer(207, `[${fine},${silent},${broken}]`))).toBe('207 INTERNAL');
    expect(problemOf(request, answer(502, '<html>'))).toBe('502');
  });

  test('requires an answer to every complete request', () => {
    const nothing = { status: 0, body: '', headers: {}, problem: 'ECONNRESET' };
    expect(problemOf(request, nothing)).toContain('without an answer');
    expect(problemOf({ ...request, isWhole: false }, nothing)).toBeNull();
  });
});
