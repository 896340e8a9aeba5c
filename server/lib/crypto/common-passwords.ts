import { loadOnce } from '../concurrency/load-once.ts';
import { trimEnd } from '../text/trim.ts';

/** Common passwords that the list of leaked ones lacks. */
const OF_OUR_OWN = ['tenfold', 'tenfoldtenfold'];

/** The characters that people write instead of a letter. */
const LETTER_FOR: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const asLetters = (password: string) => password.replace(/[@4310$57]/g, (sign) => LETTER_FOR[sign] ?? sign);
const withoutEnding = (password: string) => trimEnd(password, /[\d!]/);

/** 49,000 leaked passwords, half a megabyte: loaded when someone first chooses a password. */
const leakedPasswords = loadOnce(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...OF_OUR_OWN]);
});

/** The password, and what remains of it without the changes that people make to a word that is refused. */
function variantsOf(password: string): string[] {
  const lower = password.toLowerCase();
  return [lower, withoutEnding(lower)].flatMap((variant) => [variant, asLetters(variant)]);
}

/**
 * Whether attackers would try it first: it is on the list of leaked passwords, is one of them with letters substituted or with digits or
 * exclamation marks at the end, or repeats one character or one short piece.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (/^(.{1,3}?)\1+$/i.test(password)) return true;
  const leaked = await leakedPasswords();
  return variantsOf(password).some((variant) => leaked.has(variant));
}
