import { expect, it } from 'vitest';
import { aBlank } from '#tests/support/browser/template-parts.ts';
import { stepValues } from './use-in-automation.ts';

it('a template is opened in an automation with what was typed, and with nothing that each run can look up', () => {
  const choices = [
    { id: 'weekly', label: 'Every week', text: 'We write once a week.' },
    { id: 'monthly', label: 'Every month', text: 'We write once a month.' },
  ];
  const blanks = [
    aBlank({ name: 'business' }),
    aBlank({ name: 'topics', kind: 'list', maxItems: 3, maxLength: 20, example: ['A'] }),
    aBlank({ name: 'often', kind: 'choice', example: 'weekly', choices }),
    aBlank({ name: 'places', kind: 'number', min: 0, max: 10, example: 5 }),
    aBlank({ name: 'empty' }),
  ];
  const values = { business: 'Fern & Kiln', topics: ['Bowls', 'Cups'], often: 'monthly', places: 8 };
  expect(stepValues(blanks, values, (name) => name !== 'business')).toEqual({
    topics: 'Bowls\nCups',
    often: 'Every month',
    places: '8',
  });
});
