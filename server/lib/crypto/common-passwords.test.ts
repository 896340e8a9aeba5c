import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('a password that attackers try first', () => {
  test('is each of the 3,000 most common ones of eight or more characters', async () => {
    const most = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 3_000);
    expect(most).toHaveLength(3_000);
    expect(await Promise.all(most.map(isCommonPassword))).not.toContain(false);
  });

  test.each([
    'PassWord',
    'P@ssw0rd',
    'p@$$word!',
    'password2026',
    'Sunshine99!!',
    'Tr0uble!',
    'iloveyou1!',
    'Summer2027!',
    'tenfold123',
    'aaaaaaaa',
    'ABCabcABC',
    '12121212',
  ])('is "%s", a variant of one', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  test.each(['forty warm bowls', 'glaze-kiln-sparrow', 'x7Kq2vTb', '8472910384'])('is not "%s"', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
