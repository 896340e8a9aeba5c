import { describe, expect, test } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';
import { readSources } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { upload, uploaded } from '#tests/support/sources.ts';

const PRICES = 'Item,Price\nLarge bowl,$42\nSmall bowl,$28\n';

describe('a file', () => {
  test('is read into passages that can be opened', async () => {
    const app = await createTestApp();
    const maya = await aPerson(app);
    const source = await uploaded(await upload(maya, PRICES));
    expect(source).toMatchObject({ kind: 'file', name: 'prices.csv', bytes: PRICES.length, isUsed: true });
    await readSources(app);
    const { sources, storage } = await maya.api.brain.sources.list.query();
    expect(sources).toMatchObject([{ id: source.id, state: 'ready', problem: null, unit: 'row', count: 2 }]);
    expect(storage).toEqual({ usedBytes: PRICES.length, limitBytes: 10 * 1024 * 1024 });
    const opened = await maya.api.brain.sources.get.query({ sourceId: source.id });
    expect(opened.passages).toMatchObject([{ number: 1, place: { row: 2 }, text: expect.stringContaining('$42') }]);
    const file = await maya.request(`/brain/files/${source.id}`);
    expect(await file.text()).toBe(PRICES);
  });
});
