import { oddString } from './odd-strings.mjs';

const PASSWORDS = [
  'tenfold-demo',
  'tenfold-demo',
  'forty warm bowls',
  'password1234',
  'ünïcödé pässwörd ﬀ',
  '            ',
];
/** Some of the faults in docs/sandbox.md. The floods are left out, because the stand-in runs in the product's own process. */
const MODEL_TEXTS = [
  'What should we do first this week?',
  'Hello',
  '[sandbox: 401]',
  '[sandbox: 429]',
  '[sandbox: quota]',
  '[sandbox: html503]',
  '[sandbox: json200]',
  '[sandbox: empty]',
  '[sandbox: garbage]',
  '[sandbox: halfjson]',
  '[sandbox: hangup]',
  '[sandbox: reset]',
  '[sandbox: slow]',
  '[sandbox: long]',
];
const PHONES = [
  '+46701234567',
  '+12025550123',
  '+15005550001',
  '+15005550004',
  '+15005550010',
  '+15005550012',
  '+15005550015',
];
const LOCAL_PARTS = [
  'robin',
  'robin+tag',
  'bounce',
  'Ünder',
  "o'brien",
  'a..b',
  '.a',
  'ROBIN',
  'wrong-aud',
  'x'.repeat(64),
];
const DOMAINS = [
  'example.com',
  'gmail.com',
  'EXAMPLE.com',
  'xn--mnchen-3ya.de',
  'münchen.de',
  'a.b',
  'example..com',
  '[127.0.0.1]',
  'localhost.localdomain',
  `${'d'.repeat(60)}.example`,
];

const DEMO = ['demo@tenfold.test', 'free@tenfold.test', 'limit@tenfold.test'];
/** Texts that look like an address for a long stretch and turn out not to be one. */
const SLOW_ADDRESSES = [
  (length) => `a@${'.'.repeat(length)}@`,
  (length) => `${'a'.repeat(length)}@`,
  (length) => `a@${'a.'.repeat(length / 2)}@`,
  (length) => `${'+'.repeat(length)}@gmail.com`,
  (length) => `a${'+a'.repeat(length / 2)}@example.com`,
  (length) => `${' '.repeat(length)}a@b.c${' '.repeat(length / 4)}x`,
  (length) => `${'@'.repeat(length)}.`,
];

export function slowAddress(random) {
  return random.pick(SLOW_ADDRESSES)(random.pick([254, 2_000, 20_000, 150_000, 150_000]));
}

function email(random, { people }) {
  if (random.isChance(0.1)) return random.pick(DEMO);
  if (random.isChance(0.3)) return random.pick(people).email;
  // Only a few mailboxes, so that the product's limits per mailbox bound the emails of a long run.
  return `${random.pick(LOCAL_PARTS)}${random.int(0, 40)}@${random.pick(DOMAINS)}`;
}

const ownedId = (name) => (random, world) => world.idOf(random, name);

/** Valid values for fields whose schema is a pattern, by field name. */
export const KNOWN_FIELDS = {
  email,
  guestEmail: email,
  password: (random) => random.pick(PASSWORDS),
  token: (random) => random.letters(random.pick([1, 43, 43, 200])),
  refresh_token: (random) => random.letters(43),
  code: (random) => random.pick(['000000', '123456', '999999', '0000-0000', 'abcd-efgh']),
  phone: (random) => random.pick(PHONES),
  text: (random) => random.pick(MODEL_TEXTS),
  // The longest answer would keep a question to the chatbot waiting until it times out.
  message: (random) =>
    random.pick([
      ...MODEL_TEXTS.filter((text) => !text.includes('long')),
      'Do you deliver to Malmö?',
      'What does it cost for a shop of two?',
    ]),
  priceId: (random) =>
    `${random.pick(['starter', 'pro', 'ultimate'])}_${random.pick(['monthly', 'quarterly', 'annual'])}`,
  prorationAt: (random) =>
    random.pick([
      '2026-11-16T09:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999999Z',
      '1970-01-01T00:00:00Z',
    ]),
  period: (random) => random.pick(['2026-11', '0000-01', '9999-12', null]),
  sessionId: (random) => `cs_${random.letters(random.pick([6, 24, 200]))}`,
  slug: (random) => random.pick(['ranking-locally', 'a', '-', '__proto__']),
  timeZone: (random) => random.pick(['Europe/Stockholm', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Etc/GMT+12']),
  language: (random) => random.pick(['en', 'sv', 'de', 'fr']),
  redirect: (random) =>
    random.pick(['/dashboard', '/checkout?plan=pro', '//evil.example', '/\\evil.example', oddString(random, 2_000)]),
  website: (random) =>
    random.pick(['fernandkiln.example', 'https://example.com/?a=b#c', 'http://[::1]:80', oddString(random, 200)]),
  id: ownedId('any'),
  rawId: (random) => random.pick(['AAAA', random.letters(43), '_-']),
  clientDataJSON: (random) =>
    random.pick(['e30', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', 'bnVsbA', 'AAAA', random.letters(300)]),
  authenticatorData: (random) => random.pick(['AAAA', 'A'.repeat(50), random.letters(400)]),
  attestationObject: (random) => random.pick(['AAAA', 'o2NmbXRkbm9uZQ', random.letters(2_000)]),
  signature: (random) => random.pick(['AAAA', random.letters(90)]),
  userHandle: (random) => random.letters(40),
  conversationId: ownedId('conversation'),
  messageId: ownedId('message'),
  factorId: ownedId('any'),
  challengeId: ownedId('any'),
  challenge_id: ownedId('any'),
  cursor: ownedId('any'),
  subject: (random) => random.pick(['messages 2026-11', 'messages', oddString(random, 100)]),
};
