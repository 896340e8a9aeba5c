import { expect, test } from 'vitest';
import { structuredData } from './structured-data.ts';

test('structured data ends no script and says the same', () => {
  const value = { '@type': 'Thing', name: '</script><!-- <b> & "quoted"' };
  const { type, children } = structuredData(value);
  expect(type).toBe('application/ld+json');
  expect(children).not.toContain('<');
  expect(JSON.parse(children)).toEqual(value);
});
