import { expect, it } from 'vitest';
import { inGroups } from './scan-step.tsx';

it('writes a key in groups of four', () => {
  expect(inGroups('JBSWY3DPEH')).toBe('JBSW Y3DP EH');
  expect(inGroups('')).toBe('');
});
