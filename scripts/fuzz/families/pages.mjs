import { oddString } from '../odd-strings.mjs';
import { recipe } from '../recipe.mjs';

const PARAMETERS = {
  state: [
    'sent',
    'confirmed',
    'unsubscribed',
    'INTERNAL',
    'NEWSLETTER_LINK_INVALID',
    '__proto__',
    'constructor',
    'toString',
    'nonsense',
  ],
  problem: ['REAUTHENTICATION_NEEDED', 'INTERNAL', '__proto__', 'toString'],
  redirect: ['/dashboard', '//evil.example', 'https://evil.example', '/\\evil.example'],
  plan: ['pro', 'free', '__proto__'],
  priceId: ['pro_monthly', 'x'],
  discount: ['first-time', 'welcome-back', 'x'],
  session_id: ['cs_test_abcdef', 'x'],
  token: ['not-a-token', 'a'.repeat(43), 'a'.repeat(300)],
  q: ['mail', '(', '[', '\\', '.*'],
  tag: ['email', '__proto__'],
  c: ['00000000-0000-4000-9000-000000000001', 'x', '1'],
  tab: ['signup', 'x'],
  mode: ['signup', 'signin'],
  email: ['robin@example.com', 'x'],
  page: ['1', '-1', '1e999'],
};
const ODD_QUERIES = [
  '?',
  '??',
  '?=',
  '?&&&',
  '?%',
  '?a=%',
  '?a=%ff',
  '?a=%00',
  '?a[]=1&a[]=2',
  '?a=1&a=2&a=3',
  '?__proto__=1',
  '?__proto__[x]=1',
  '?{"a":1}',
  '?q={"a":1}',
  '?q=1&q=2',
  '?q=null',
  '?q=true',
  '?q=%7B%22a%22%3A1%7D',
  '?state=null',
  '?state=1',
  '?state=true',
  '?state=[]',
  '?token=null',
  '?token=12',
  '?redirect={}',
  '?redirect=12',
  '?tag=[1]',
];
const COOKIES = [
  'theme=dark',
  'theme=light',
  'theme=%',
  'theme=%E0%A4%A',
  'theme="dark"',
  'sidebar=closed',
  'session=%',
  'tz=Europe/Stockholm',
  'language=sv',
];

function queryOf(random) {
  if (random.isChance(0.25)) return '';
  if (random.isChance(0.3)) return random.pick(ODD_QUERIES);
  const names = Array.from({ length: random.int(1, 3) }, () => random.pick(Object.keys(PARAMETERS)));
  const text = (name) => (random.isChance(0.7) ? random.pick(PARAMETERS[name]) : oddString(random, 3_000));
  return `?${new URLSearchParams(names.map((name) => [name, text(name)])).toString()}`;
}

/** A page whose parameters are filled with valid and invalid values. */
export function pageFamily(random, world) {
  const page = random.pick(world.pages);
  const word = () =>
    random.isChance(0.6)
      ? random.pick(['ranking-locally', 'brain-ai', 'emmie', 'settings', 'x'])
      : encodeURIComponent(oddString(random, 1_500).toWellFormed());
  const path = page.replaceAll(/\$\w*/g, word);
  const headers = random.isChance(0.3) ? [['cookie', random.pick(COOKIES)]] : [];
  return recipe({
    method: random.isChance(0.93) ? 'GET' : 'HEAD',
    target: `${path}${queryOf(random)}`,
    label: page,
    headers,
  });
}
