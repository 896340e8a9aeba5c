import type { Failure } from '#src/api/describe-failure.ts';

/** Whether a link of a mail was refused for what it is. */
export function isBrokenLink({ code }: Failure): boolean {
  return code === 'LINK_INVALID' || code === 'INVALID_INPUT';
}
