import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { avatarSheetFile, drawAvatarSheet } from '../../scripts/lib/avatar-sheet.mjs';

test('the sheet of faces is drawn from the faces as they are (npm run avatars)', () => {
  const sheet = readFileSync(avatarSheetFile, 'utf8');
  expect(sheet).toBe(drawAvatarSheet());
  for (const { id } of ASSISTANTS) expect(sheet).toContain(`<view id="${id}"`);
});
