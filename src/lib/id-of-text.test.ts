import { expect, it } from 'vitest';
import { z } from 'zod';
import { idOfText } from './id-of-text.ts';

it('a text has one id, which the server takes', async () => {
  const id = await idOfText('Reply by: November 26, 2026');
  expect(z.uuid().safeParse(id).success).toBe(true);
  expect(await idOfText('Reply by: November 26, 2026')).toBe(id);
  expect(await idOfText('Reply by: November 27, 2026')).not.toBe(id);
});
