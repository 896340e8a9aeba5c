import { expect, test } from 'vitest';
import { problemOf, PUBLIC_ADDRESS, startPretendWeb } from '#tests/support/web/pretend-web.ts';
import { isPublicAddress } from './public-address.ts';

const page = await startPretendWeb((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>inside'),
);

const LITERALS = [
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.01/',
  'http://0x7f.1/',
  'http://%31%32%37.0.0.1/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://①②⑦.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://3232235777/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://192.0.2.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  'http://[2001:db8::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
  'http://[2600::5efe:7f00:1]/',
];
const NAMES = [
  'localhost',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://shop.localhost/',
  'http://router.local/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://intranet/',
  'http://instance-data/latest/',
  'http://nas.home.arpa/',
  'http://wiki.corp/',
  'http://nas.lan/',
  'http://db.default.svc/',
  'http://1.0.0.127.in-addr.arpa/',
  'http://shop..com/',
  'http://ｌｏｃａｌｈｏｓｔ/',
];

test.each([...LITERALS, ...NAMES])(
  'PAGE-1: %s is refused before anything is looked up or connected to',
  async (address) => {
    expect(await problemOf(page.web.readPage(address))).toBe('not_public');
    expect([...page.lookups, ...page.dialed]).toEqual([]);
  },
);

test.each([
  ['a file', 'file:///etc/passwd'],
  ['another protocol', 'ftp://ftp.fernandkiln.com/'],
  ['an old protocol', 'gopher://fernandkiln.com:70/1'],
  ['data', 'data://text/html,hello'],
  ['a script', 'javascript:alert(1)'],
  ['a password', 'https://maya:secret@fernandkiln.com/'],
  ['a user name that looks like the host', 'https://fernandkiln.com@127.0.0.1/'],
  ['the port of a database', 'http://fernandkiln.com:5432/'],
  ['the port of mail', 'http://fernandkiln.com:25/'],
  ['no host', 'https:///'],
  ['nothing', '  '],
  ['a sentence', 'our website is down'],
  ['too much', `https://fernandkiln.com/${'a'.repeat(2_000)}`],
  ['an address with too many parts', 'http://1.2.3.4.5/'],
])('PAGE-1: an address with %s isn’t a page’s', async (_what, address) => {
  expect(await problemOf(page.web.readPage(address))).toBe('invalid_address');
  expect([...page.lookups, ...page.dialed]).toEqual([]);
});

test.each([
  ['an address inside', ['10.0.0.5']],
  ['a public address and one inside', [PUBLIC_ADDRESS, '10.0.0.5']],
  ['an IPv6 address inside', [PUBLIC_ADDRESS, 'fd00::5']],
  ['loopback, mapped', ['::ffff:127.0.0.1']],
  ['an address with a zone', ['fe80::1%eth0']],
  ['a public address with a zone', ['2600::1%eth0']],
  ['nothing', []],
  ['something that isn’t an address', ['somewhere']],
])('PAGE-1: a name that leads to %s is refused like one that doesn’t exist', async (_what, addresses) => {
  await using web = await startPretendWeb((_request, response) => void response.end(), {
    names: { 'db.shop.com': [addresses] },
  });
  expect(await problemOf(web.web.readPage('https://db.shop.com/'))).toBe('not_public');
  expect(web.dialed).toEqual([]);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  PUBLIC_ADDRESS,
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::6810:84e5',
  '2a00:1450:4001:829::200e',
])('the public address %s is one', (address) => expect(isPublicAddress(address)).toBe(true));
