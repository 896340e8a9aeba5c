import { CHALLENGE_MINUTES, type Channel } from '#contract/account/factor-limits.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';

/**
 * The text message that carries a code. Its last line lets phones fill in the code on this site and no other (WICG "origin-bound one-time
 * codes").
 */
export function codeSms(code: string, channel: Channel, host: string): string {
  const text = `${code} is your ${PRODUCT_NAME} code. It works once and expires in ${CHALLENGE_MINUTES} minutes. ${PRODUCT_NAME} will never ask you for it.`;
  return channel === 'sms' ? `${text}\n\n@${host} #${code}` : text;
}
