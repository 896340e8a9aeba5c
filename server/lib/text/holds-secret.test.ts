import { describe, expect, test } from 'vitest';
import { holdsSecret } from './holds-secret.ts';

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
  ])('%s is none', (_, text) => {
    expect(holdsSecret(text)).toBe(false);
  });
});
