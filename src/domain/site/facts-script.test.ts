import { expect, test } from 'vitest';
import { structuredData } from './facts-script.tsx';

test('structured data cannot close its script and keeps its meaning', () => {
  const value = { '@type': 'Thing', name: '</script><!-- <b> & "quoted"' };
  const { type, children } = structuredData(value);
  expect(type).toBe('application/ld+json');
  expect(children).not.toContain('<');
  expect(JSON.parse(children)).toEqual(value);
});
