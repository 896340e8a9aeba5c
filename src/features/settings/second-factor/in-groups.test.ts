import { expect, it } from 'vitest';
import { inGroups } from './in-groups.ts';

it('writes a key in groups of four', () => {
  expect(inGroups('JBSWY3DPEH')).toBe('JBSW Y3DP EH');
  expect(inGroups('')).toBe('');
});
