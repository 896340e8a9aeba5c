import { expect, test } from 'vitest';
import { mayRead, parseRobots } from './robots.ts';

const may = (robots: string, path: string) =>
  mayRead(parseRobots(robots, 'TenfoldBot').rules, new URL(path, 'https://a.com').href);
const all = (...rules: string[]) => ['User-agent: *', ...rules].join('\n');

test.each([
  ['nothing', '', '/x', true],
  ['an empty rule', all('Disallow:'), '/x', true],
  ['everything', all('Disallow: /'), '/x', false],
  ['everything but one folder', all('Disallow: /', 'Allow: /shop'), '/shop/mugs', true],
  ['a folder', all('Disallow: /private/'), '/private/x', false],
  ['a folder, seen from its neighbor', all('Disallow: /private/'), '/private', true],
  ['a prefix', all('Disallow: /fish'), '/fish-and-chips', false],
  ['another case', all('Disallow: /Fish'), '/fish', true],
  ['the longer rule', all('Allow: /folder/page', 'Disallow: /folder'), '/folder/page', true],
  ['the longer rule, in the other order', all('Disallow: /folder', 'Allow: /folder/page'), '/folder/page', true],
  ['rules of the same length', all('Disallow: /page', 'Allow: /page'), '/page', true],
  ['a star', all('Disallow: /*.pdf'), '/files/list.pdf?x=1', false],
  ['a star and an end', all('Disallow: /*.pdf$'), '/files/list.pdf?x=1', true],
  ['a star and an end that fits', all('Disallow: /*.pdf$'), '/files/list.pdf', false],
  ['an end alone', all('Disallow: /shop$'), '/shop', false],
  ['an end alone, on a longer path', all('Disallow: /shop$'), '/shops', true],
  ['many stars in a row', all('Disallow: /private/************secret'), '/private/our/secret', false],
  ['many stars in a row, elsewhere', all('Disallow: /private/************secret'), '/private/open', true],
  ['more stars than we follow', all(`Disallow: /private/${'*a'.repeat(11)}`), '/private/open', false],
  ['more stars than we follow, elsewhere', all(`Disallow: /private/${'*a'.repeat(11)}`), '/open', true],
  ['more stars than we follow behind a sign for money', all(`Disallow: /$${'*a'.repeat(11)}`), '/$a', false],
  ['a permission of more stars than we follow', all('Disallow: /', `Allow: /x${'*a'.repeat(11)}`), '/x', false],
  ['a rule that is too long', all(`Disallow: /${'x'.repeat(600)}`), `/${'x'.repeat(600)}`, false],
  ['several stars', all('Disallow: /a*b*c$'), '/a-b-b-c', false],
  ['an end that would have to overlap', all('Disallow: /ab*ba$'), '/aba', true],
  ['a query', all('Disallow: /*?sort='), '/shop?sort=price', false],
  ['an escaped path', all('Disallow: /caf%C3%A9'), '/café', false],
  ['a path that needs no escape', all('Disallow: /%7Emaya'), '/~maya', false],
  ['a path in letters of its own', all('Disallow: /käse'), '/k%c3%a4se', false],
  ['a comment', all('Disallow: /x # not this'), '/x', false],
  ['odd spaces and cases', 'USER-AGENT :*\n  disALLOW :   /x  ', '/x', false],
  ['Windows lines', 'User-agent: *\r\nDisallow: /x\r\n', '/x', false],
  ['a mark before the first line', '\ufeffUser-agent: *\nDisallow: /x', '/x', false],
  ['a group for us', 'User-agent: *\nDisallow: /\n\nUser-agent: tenfoldbot\nDisallow: /no', '/x', true],
  ['a group for us that forbids', 'User-agent: TenfoldBot\nDisallow: /\n\nUser-agent: *\nAllow: /', '/x', false],
  ['a group for several', 'User-agent: Other\nUser-agent: TenfoldBot\nDisallow: /x', '/x', false],
  ['two groups for us', 'User-agent: TenfoldBot\nDisallow: /x\n\nUser-agent: TenfoldBot\nDisallow: /y', '/y', false],
  ['a group for others', 'User-agent: Other\nDisallow: /', '/x', true],
  ['rules before any group', 'Disallow: /x', '/x', true],
  ['a web page instead', '<!doctype html><title>Shop</title>', '/x', true],
])('robots.txt with %s', (_what, robots, path, isAllowed) => {
  expect(may(robots, path)).toBe(isAllowed);
});

test('a pattern made to be slow isn’t', () => {
  const robots = all(...Array.from({ length: 900 }, (_, index) => `Disallow: /${'a*'.repeat(200)}${index}b`));
  const before = performance.now();
  expect(may(robots, `/${'a'.repeat(1_900)}`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(500);
});

test.each([
  ['Crawl-delay: 2', 2],
  ['Crawl-delay: 3600', 5],
  ['Crawl-delay: soon', 0],
  ['Crawl-delay: -4', 0],
])('%s means a pause of %d seconds', (line, seconds) => {
  expect(parseRobots(all(line), 'TenfoldBot').delaySeconds).toBe(seconds);
});

test('sitemaps are found wherever they stand, twenty at most', () => {
  const robots = `Sitemap: https://a.com/one.xml\n${all('Disallow: /')}\nSITEMAP: /two.xml`;
  expect(parseRobots(robots, 'TenfoldBot').sitemaps).toEqual(['https://a.com/one.xml', '/two.xml']);
  expect(parseRobots('Sitemap: /x.xml\n'.repeat(900), 'TenfoldBot').sitemaps).toHaveLength(20);
});
