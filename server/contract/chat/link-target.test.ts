import { describe, expect, test } from 'vitest';
import { hiddenTarget, hostOfWebsite } from './link-target.ts';

const OWN = 'fernandkiln.example';

describe('a link', () => {
  test.each([
    ['our prices', 'https://evil.example/x', 'evil.example'],
    ['', 'https://evil.example', 'evil.example'],
    ['paypal.com', 'https://evil.example', 'evil.example'],
    ['https://paypal.com/evil.example', 'https://evil.example', 'evil.example'],
    ['paypal.com evil.example', 'https://evil.example', 'evil.example'],
    ['paypal.com@evil.example', 'https://paypal.com@evil.example', 'evil.example'],
    ['https://paypal.com\\@evil.example', 'https://evil.example', 'evil.example'],
    ['fernandkiln.example', `https://${OWN}@evil.example/`, 'evil.example'],
    ['fernandkiln.example', `https://${OWN}.evil.example/`, `${OWN}.evil.example`],
    ['our shop', 'https://shop.fernandkiln.example', 'shop.fernandkiln.example'],
    ['our shop', 'https://notfernandkiln.example', 'notfernandkiln.example'],
    ['аpple.com', 'https://аpple.com', 'xn--pple-43d.com'],
    ['xn--pple-43d.com', 'https://аpple.com', null],
    ['bücher.example', 'https://bücher.example', 'xn--bcher-kva.example'],
    ['\u202Eelpmaxe.live evil.example', 'https://evil.example', 'evil.example'],
    ['the router', 'http://192.168.0.1/', '192.168.0.1'],
    ['the router', 'http://0x7f.1/', '127.0.0.1'],
    ['call', 'https://[::1]/', '[::1]'],
    ['x '.repeat(400) + 'evil.example', 'https://evil.example', 'evil.example'],
  ])('a link that says %j and leads to %s shows %s', (words, href, shown) => {
    expect(hiddenTarget(href, words, OWN)).toBe(shown);
  });

  test.each([
    ['https://evil.example/a?b', 'https://evil.example/a?b'],
    ['HTTPS://Evil.example', 'https://evil.example/'],
    ['www.evil.example', 'http://www.evil.example'],
    ['evil.example', 'https://www.evil.example/prices'],
    ['See evil.example, please.', 'https://evil.example'],
    ['(evil.example)', 'https://evil.example'],
    ['evil.example:8080/größe', 'https://evil.example:8080/größe'],
    ['our prices', `https://${OWN}/prices`],
    ['our prices', `https://www.${OWN}/prices`],
    ['our prices', `https://${OWN.toUpperCase()}./prices`],
    ['hello@evil.example', 'mailto:hello@evil.example'],
    ['Write to Hello@evil.example.', 'mailto:hello@evil.example'],
  ])('a link that says %j and leads to %s shows nothing more', (words, href) => {
    expect(hiddenTarget(href, words, OWN)).toBeNull();
  });

  test.each([
    ['Write to us', 'mailto:thief@evil.example', 'thief@evil.example'],
    ['hello@fernandkiln.example', 'mailto:thief@evil.example', 'thief@evil.example'],
  ])('a link to an email address that says %j shows the address', (words, href, shown) => {
    expect(hiddenTarget(href, words, OWN)).toBe(shown);
  });

  test('a link to a long host shows its end, which says whose it is', () => {
    const host = `${'fernandkiln.example.'.repeat(5)}evil.example`;
    const shown = hiddenTarget(`https://${host}`, 'our prices', OWN);
    expect(shown).toHaveLength(32);
    expect(shown).toMatch(/^….*\.evil\.example$/);
  });

  test('a link with 200,000 punctuation marks is read within half a second', () => {
    const start = Date.now();
    for (const sign of ['.', '(', '/', '@', ' ', 'a.', '\\'])
      hiddenTarget('https://evil.example', sign.repeat(200_000), OWN);
    expect(Date.now() - start).toBeLessThan(500);
  });
});

test.each([
  ['fernandkiln.example', OWN],
  ['https://www.FernAndKiln.example/shop', OWN],
  ['HTTP://fernandkiln.example', OWN],
  ['', null],
  ['not a website', null],
])('the host of the website %j is %s', (website, host) => {
  expect(hostOfWebsite(website)).toBe(host);
});
