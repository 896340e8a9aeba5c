import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  stringifySearchWith,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PLANS } from '#contract/billing/plans.ts';
import { VisitorProvider, type Visitor } from '#src/domain/site/visitor.ts';
import { Pricing } from './pricing.tsx';

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory(),
  isServer: true,
  stringifySearch: stringifySearchWith(String),
});
const draw = (visitor: Visitor) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <VisitorProvider value={visitor}>
        <Pricing />
      </VisitorProvider>
    </RouterContextProvider>,
  );
/** The addresses that the cards lead to, with what they say, by the cycle that shows them. */
function linksOf(html: string, cycle: string): { query: object; text: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>([^<]*)<\/a>/g)]
    .filter(([, attributes = '']) => attributes.includes(`in-${cycle}`))
    .map(([, attributes = '', text = '']) => {
      const address = /href="\/checkout\?([^"]*)"/.exec(attributes)?.[1] ?? '';
      return { query: Object.fromEntries(new URLSearchParams(address.replaceAll('&amp;', '&'))), text };
    });
}

it.each(['monthly', 'annual'])(
  'a guest is led to the %s checkout of each plan with the first-time discount',
  (billing) => {
    const expected = PLANS.map(({ id, name }) => ({
      query: { plan: id, billing, discount: 'first-time' },
      text: `Start ${name} Free Trial`,
    }));
    expect(linksOf(draw('guest'), billing)).toEqual(expected);
  },
);

it.each([
  ['trial', 'Start Pro Free Trial'],
  ['member', 'Choose Pro'],
] as const)('somebody signed in (%s) asks for the urgent offer instead', (visitor, text) => {
  for (const billing of ['monthly', 'annual'])
    expect(linksOf(draw(visitor), billing)[1]).toEqual({ query: { plan: 'pro', billing, urgent: 'true' }, text });
});

it('the prices of both cycles stand in the page, and the switch is a pair of radio buttons', () => {
  const html = draw('guest');
  for (const { monthlyUsd, annualPerMonthUsd } of PLANS) {
    expect(html).toContain(`<b>$${monthlyUsd}</b>`);
    expect(html).toContain(`<b>$${annualPerMonthUsd}</b>`);
    expect(html).toContain(`Billed yearly at $${annualPerMonthUsd * 12}`);
  }
  expect(html.match(/<input type="radio" name="cycle"[^>]*>/g)).toHaveLength(2);
  expect(html).toContain('Save 2 months');
  expect(html).toContain('30-day money-back guarantee on every plan.');
});
