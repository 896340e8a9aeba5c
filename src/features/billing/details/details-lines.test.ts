import { expect, it } from 'vitest';
import { detailsLines, type Details } from './details-lines.ts';

const details: Details = {
  card: { brand: 'mastercard', last4: '4444' },
  company: 'Fern & Kiln AB',
  taxId: { type: 'eu_vat', value: 'SE123456789001' },
  address: { line1: 'Kilngatan 4', line2: '', city: 'Malmö', state: '', postalCode: '211 35', country: 'SE' },
};
const nothing = { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' };
const current = { hasCard: true, card: { brand: 'visa', last4: '4242' } };

it('BILL-19: the card, the credit, the company, the tax ID and the address are shown', () => {
  expect(detailsLines(details, { current, creditCents: 6_800 })).toEqual([
    ['Card', 'Visa ending in 4242'],
    ['Credit', '$68.00, used before the card is charged'],
    ['Company or name', 'Fern & Kiln AB'],
    ['Tax ID', 'SE123456789001 (EU VAT number)'],
    ['Invoice address', 'Kilngatan 4, 211 35 Malmö, Sweden'],
  ]);
});

it('without a plan the card is the one on file, and what is missing is named', () => {
  const empty: Details = { card: null, company: '', taxId: null, address: nothing };
  expect(detailsLines(details, { current: null, creditCents: 0 })[0]).toEqual(['Card', 'Mastercard ending in 4444']);
  expect(detailsLines(empty, { current: null, creditCents: 0 }).map(([, value]) => value)).toEqual([
    'No card',
    'Not given',
    'Not given',
    'Not given',
  ]);
});
