import type { Failure } from './late.ts';

/** Whether a link of a mail was refused for what it is. */
export function isBrokenLink({ code }: Failure): boolean {
  return code === 'LINK_INVALID' || code === 'INVALID_INPUT';
}
