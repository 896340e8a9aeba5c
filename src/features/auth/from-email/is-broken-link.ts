import type { Failure } from '#src/api/describe-failure.ts';

/** Whether the server refused an email's link because of the link itself. */
export function isBrokenLink({ code }: Failure): boolean {
  return code === 'LINK_INVALID' || code === 'INVALID_INPUT';
}
