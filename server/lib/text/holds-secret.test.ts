import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { holdsSecret, isShareable, leaveOutOfParts, leaveOutSecrets } from './holds-secret.ts';

/** `{+}` keeps scanners from taking an invented key for a real one. */
const joined = (text: string) => text.replaceAll('{+}', '');
type Case = { text: string; secret: string | null; also: string[] };
const CASES = JSON.parse(readFileSync('scripts/eval/sets/secrets.json', 'utf8')) as Case[]; // reason: read by no code but this

describe('a secret', () => {
  test.each([
    ['a card number', 'Our card is 4242 4242 4242 4242'],
    ['a card number without spaces', 'card 378282246310005'],
    ['a key of Stripe', 'the key is sk_live_51Hqv8aBcDeFgHiJkLm'],
    ['a key of GitHub', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['a key of Google', 'AIzaSyA1234567890abcdefghijklmnopqrstu'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----'],
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'],
    ['a token behind a hyphen', 'x-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'],
    [
      'a token in an address',
      'https://a.com/reset-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N?x=1',
    ],
    ['a token as an option', 'run --eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N.'],
    [
      'a token behind its own beginning',
      'eyJ-eyJ.a.eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
    ],
    ['a password', 'The wifi password is kiln-1234'],
    ['a password in words', 'the password is swordfish'],
    ['a password in German', 'Das Passwort ist brennofen'],
    ['a PIN', 'The alarm PIN is 4711'],
    ['a password under another name', 'Kennwort ist brennofen'],
    ['a password in short', 'wifi pw: brennofen'],
    ['an account number', 'Pay to DE89 3704 0044 0532 0130 00'],
    ['a social security number', 'Jonas has 078-05-1120'],
  ])('%s is one', (_, text) => {
    expect(holdsSecret(text)).toBe(true);
  });

  test.each([
    ['a card with dots', 'the card is 4242.4242.4242.4242'],
    ['a card in full-width digits', '４２４２ ４２４２ ４２４２ ４２４２'],
    ['a card with an invisible character', '4242\u200b4242\u200b4242\u200b4242'],
    ['an account with its routing number', 'acct 123456789 / 021000021'],
    ['a social security number in words', 'her social security number: 078051120'],
    ['a lowercase IBAN', 'iban gb29 nwbk 6016 1331 9268 19'],
    ['the combination of a safe', 'combination of the safe is 12 - 34 - 6'],
    ['what opens a safe', '2580 opens the safe'],
    ['a door’s code in French', 'Le digicode est 4711A'],
    ['a Wi-Fi in short', 'Wi-Fi: HarvestGuest / Bread4All'],
    ['a password before its name', 'Bread4All is the password for our wifi'],
    ['a login in short', 'Zugang zum Shop: admin / Brot!2024'],
    ['a login with an address', 'PayPal: rosa@harvest.example / Sour-dough-9'],
    ['a one-time code', 'your verification code is 604-118'],
    ['a passport in French', 'numéro de passeport : 12AB34567'],
    ['a driver’s license', 'Führerschein Nr. B072RRE2I55'],
    ['a tax number of a person', 'Steueridentifikationsnummer: 12 345 678 901'],
    ['a recovery phrase', 'seed phrase: apple river stone cloud window garden pencil silver coffee rabbit yellow fox'],
    ['the address of a webhook', 'https://hooks.slack.{+}com/services/T00000000/B00000000/X1X1X1X1X1X1X1X1X1X1X1X1'],
    ['an address with a password', 'https://rosa:{+}Bread4All@shop.example/admin'],
    ['an address with a token', 'https://api.shop.example/orders?api_key={+}9f8e7d6c5b4a3210'],
    ['a secret of the cloud', 'AWS_SECRET_ACCESS_KEY={+}wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1'],
  ])('%s is one, too', (_, text) => {
    expect(holdsSecret(joined(text))).toBe(true);
  });

  test.each([
    ['a price', 'The large bowl costs $42.'],
    ['a phone number', 'Call us at +1 614 555 0134'],
    ['a barcode', 'The EAN of the cup is 4006381333931'],
    ['an enamel pin', 'Our enamel pin costs $12.'],
    ['pinned posts', 'We pin 3 posts a week.'],
    ['an address on the web', 'https://skincare-by-maya.com sells skincare-products'],
    ['a rule about passwords', 'We reset passwords within an hour'],
    ['opening hours', 'Open 10–18, Saturdays 10–16'],
    ['words with a capital J', 'see surveyJourneys.completedSteps.average in the report'],
    ['a long order number', 'Order 2026-11-000123456'],
    ['an order number that passes as a card', 'Order number 4111111111111111'],
    ['a coupon', 'The code for our online shop is SPRING20'],
    ['a part number', 'part no. 123-45-6789'],
    ['a saying', 'The password to good bread is patience'],
    ['a VAT number', 'USt-IdNr. DE811907980'],
    ['the number of a page', 'https://docs.example/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit'],
    ['a commit', 'commit 3f9c1e7a2b4d5e6f7081928394a5b6c7d8e9f0a1'],
    ['an account of a customer', 'Customer account number 1023456'],
    ['a door that opens', 'Doors open 1900, gate at the back'],
    ['measures', 'The door is 2100 mm wide, the safe weighs 1200 lbs'],
    ['a Wi-Fi without a password', 'Free Wi-Fi / no password needed'],
    ['a key to something', 'La clave está en el horno a 220 grados'],
  ])('%s is none', (_, text) => {
    expect(holdsSecret(text)).toBe(false);
  });
});

describe('in the place of a secret', () => {
  test('a secret is replaced with a mark, and the rest of the text is unchanged', () => {
    const text = 'The Wi-Fi password is Bread4All and our card is 4242 4242 4242 4242, exp 09/28. Café!';
    expect(leaveOutSecrets(text)).toBe(
      'The Wi-Fi password is [left out] and our card is [left out], exp [left out]. Café!',
    );
  });

  test('the mark also replaces a secret that an answer repeats, or that was cut off', () => {
    const said = 'Our Wi-Fi password is rollingpin-77-oak.';
    expect(leaveOutSecrets('Tell guests to type rollingpin-77-oak.', said)).toBe('Tell guests to type [left out].');
    expect(leaveOutSecrets('Tell guests to type rollingp', said)).toBe('Tell guests to type [left out]');
    expect(leaveOutSecrets('77-oak. And a menu.', said)).toBe('[left out]. And a menu.');
  });

  test('a secret that a search highlighted in part is replaced with a single mark', () => {
    expect(leaveOutOfParts(['Our wifi password is ', 'Bread', '4All, call ', 'us', ' soon'])).toEqual([
      'Our wifi password is ',
      '[left out]',
      ', call ',
      'us',
      ' soon',
    ]);
  });

  test('every secret in the open cases is left out, and every lookalike is unchanged', () => {
    const wrong = CASES.filter(({ text, secret, also }) => {
      const left = leaveOutSecrets(joined(text));
      return secret === null ? left !== joined(text) : [secret, ...also].some((one) => left.includes(joined(one)));
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);
    expect(CASES.length).toBeGreaterThanOrEqual(80);
  });

  test('a long text full of beginnings of secrets is processed quickly', () => {
    const pieces = [
      'password is ',
      '4242 ',
      'PIN for the safe ',
      'wifi: a / ',
      'https://a:',
      '-----BEGIN PRIVATE KEY-----',
      'SG.',
    ];
    const began = performance.now();
    for (const piece of pieces) leaveOutSecrets(piece.repeat(Math.ceil(60_000 / piece.length)));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

test.each([
  ['the guest Wi-Fi', 'Wi-Fi: HarvestGuest / Bread4All', true],
  ['the business’s account', 'Our IBAN is DE89 3704 0044 0532 0130 00', true],
  ['a card', 'Our card is 4242 4242 4242 4242', false],
  ['a Wi-Fi beside a PIN', 'The Wi-Fi password is Bread4All and the PIN for the safe is 2580', false],
  ['a password', 'The password is kiln-1234', false],
  ['a price', 'The large bowl costs $42.', false],
])('whether %s may be shared with the team', (_, text, expected) => {
  expect(isShareable(text)).toBe(expected);
});
