import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  stringifySearchWith,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { PLANS } from '#contract/billing/plans.ts';
import { VisitorProvider, type Visitor } from '#src/domain/site/visitor.ts';
import { Pricing } from './pricing.tsx';

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory(),
  isServer: true,
  stringifySearch: stringifySearchWith(String),
  context: { site: { isTaxed: false } },
});
// Until then the root route, whose context the page reads, has no match.
beforeAll(() => router.load());
const draw = (visitor: Visitor) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <VisitorProvider value={visitor}>
        <Pricing />
      </VisitorProvider>
    </RouterContextProvider>,
  );
/** The URLs that the cards link to and their labels, by the cycle that shows them. */
function linksOf(html: string, cycle: string): { query: object; text: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>([^<]*)<\/a>/g)]
    .filter(([, attributes = '']) => attributes.includes(`in-${cycle}`))
    .map(([, attributes = '', text = '']) => {
      const address = /href="\/checkout\?([^"]*)"/.exec(attributes)?.[1] ?? '';
      return { query: Object.fromEntries(new URLSearchParams(address.replaceAll('&amp;', '&'))), text };
    });
}

it.each(['monthly', 'annual'])(
  'the cards lead guests to the %s checkout of each plan with the first-time discount',
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
] as const)('a signed-in visitor (%s) gets the urgent offer instead', (visitor, text) => {
  for (const billing of ['monthly', 'annual'])
    expect(linksOf(draw(visitor), billing)[1]).toEqual({ query: { plan: 'pro', billing, urgent: 'true' }, text });
});

it('the page contains both cycles’ prices, and the switch is a pair of radio buttons', () => {
  const html = draw('guest');
  for (const { monthlyUsd, annualPerMonthUsd } of PLANS) {
    expect(html).toContain(`<b>$${monthlyUsd}</b>`);
    expect(html).toContain(`<b>$${annualPerMonthUsd}</b>`);
    expect(html).toContain(`Billed $${annualPerMonthUsd * 12} a year`);
  }
  expect(html.match(/<input type="radio" name="cycle"[^>]*>/g)).toHaveLength(2);
  expect(html).toContain('Save 2 months');
  expect(html).toContain('30-day money-back guarantee on every plan.');
});

it('a returning customer sees the discounted prices, and is led to the checkout with that discount', () => {
  const html = draw('returning');
  expect(html).toContain('$47.20');
  expect(html).toContain('Billed $566.40 for the first year, then $588');
  expect(linksOf(html, 'monthly')[1]).toEqual({
    query: { plan: 'pro', billing: 'monthly', discount: 'welcome-back', urgent: 'true' },
    text: 'Choose Pro',
  });
});

it.each([
  ['guest', true],
  ['trial', true],
  ['member', false],
  ['returning', false],
] as const)('the guarantee is promised to a %s: %s', (visitor, isPromised) => {
  expect(draw(visitor).includes('30-day money-back guarantee')).toBe(isPromised);
});

it('the prices say whether tax is added', () => {
  expect(draw('guest')).toContain('The price you see is the price you pay. We don’t add tax.');
});
