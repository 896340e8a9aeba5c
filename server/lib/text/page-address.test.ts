import { expect, it } from 'vitest';
import { cleanPageAddress, pageKey } from './page-address.ts';

it('an address is kept as typed, without tracking parameters', () => {
  expect(cleanPageAddress(' bigkiln.example ')).toBe('bigkiln.example');
  expect(cleanPageAddress('bigkiln.example/mugs?utm_source=mail&size=2&fbclid=x#top')).toBe(
    'bigkiln.example/mugs?size=2',
  );
  expect(cleanPageAddress('bigkiln.example/mugs?ref=wholesale')).toBe('bigkiln.example/mugs?ref=wholesale');
  expect(cleanPageAddress('http://bigkiln.example/#top')).toBe('http://bigkiln.example/');
});

it('a page has one key, however its address is written', () => {
  const same = ['https://bigkiln.example/mugs', 'http://www.bigkiln.example/mugs/?utm_source=mail#top'];
  expect(same.map((address) => pageKey(new URL(address)))).toEqual(['bigkiln.example/mugs', 'bigkiln.example/mugs']);
});
