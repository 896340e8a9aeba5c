import { KNOWN_FIELDS } from '../known-fields.mjs';
import { oddString } from '../odd-strings.mjs';
import { recipe } from '../recipe.mjs';

const FORMS = {
  '/newsletter': ['email'],
  '/contact': ['name', 'email', 'topic', 'message', 'leave_empty'],
  '/newsletter/confirm': ['token'],
  '/newsletter/unsubscribe': ['token', 'List-Unsubscribe'],
};
const ODD_BODIES = [
  '',
  '&',
  '=',
  '&&&=&',
  '%',
  'email=%',
  'email=%ff%fe',
  'email=%00',
  'token=%',
  '__proto__=1',
  'email[]=a',
  `email=${'%'.repeat(100_000)}`,
  '&'.repeat(200_000),
  'a=b&'.repeat(50_000),
  'List-Unsubscribe=One-Click',
];
const BOUNDARY = 'fuzz-boundary';

function multipart(fields, random) {
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const end = random.isChance(0.7) ? `--${BOUNDARY}--\r\n` : '';
  return `${parts.join('')}${end}`;
}

const topics = ['question', 'support', 'sales', 'nonsense', '__proto__'];

function valueFor(name, random, world) {
  if (random.isChance(0.3)) return oddString(random, 200_000);
  if (name === 'topic') return random.pick(topics);
  if (name === 'List-Unsubscribe') return 'One-Click';
  return KNOWN_FIELDS[name]?.(random, world) ?? 'Robin';
}

/** The public site's forms, posted the way a browser without JavaScript would, and in ways none would. */
export function formFamily(random, world) {
  const path = random.pick(Object.keys(FORMS));
  const label = `form ${path}`;
  const target = `${path}${random.isChance(0.2) ? `?token=${encodeURIComponent(oddString(random, 300).toWellFormed())}` : ''}`;
  const fields = FORMS[path].filter(() => random.isChance(0.85)).map((name) => [name, valueFor(name, random, world)]);
  if (random.isChance(0.15))
    return recipe({
      method: 'POST',
      target,
      label,
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: random.pick(ODD_BODIES),
    });
  if (random.isChance(0.15)) {
    const type = random.pick([
      `multipart/form-data; boundary=${BOUNDARY}`,
      'multipart/form-data',
      'multipart/form-data; boundary=',
    ]);
    return recipe({
      method: 'POST',
      target,
      label,
      headers: [['content-type', type]],
      body: multipart(fields, random),
    });
  }
  return recipe({
    method: 'POST',
    target,
    label,
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(fields).toString(),
  });
}

const SIGNATURES = [
  '',
  't=',
  'v1=',
  't=,v1=',
  't=1,v1=',
  'v1=,v1=',
  't=1,v1=zz',
  't=NaN,v1=00',
  `t=1,v1=${'0'.repeat(64)}`,
  `t=1${',v1=00'.repeat(1_000)}`,
  't=1e999,v1=00',
  ',',
  '=',
  't=9999999999999999,v1=aa',
  'v1=é',
  `t=${Math.pow(2, 53)},v1=ff`,
];
const EVENTS = [
  '',
  '{}',
  'null',
  '[]',
  '{"id":"evt_1","type":"customer.subscription.updated","data":{"object":{}}}',
  '\u0000',
  '{"id":',
  'x'.repeat(250_000),
  '\ufeff{}',
];

/** Stripe events with forged signatures. */
export function webhookFamily(random) {
  const headers = [
    ['content-type', 'application/json'],
    ['stripe-signature', random.pick(SIGNATURES)],
  ];
  const isSigned = random.isChance(0.9);
  return recipe({
    method: 'POST',
    target: '/webhooks/stripe',
    label: '/webhooks/stripe',
    headers: isSigned ? headers : headers.slice(0, 1),
    body: random.pick(EVENTS),
  });
}
