import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START, startStripeWorld, type StripeWorld } from '#tests/support/stripe-world.ts';
import { readCard } from '../customers/read-card.ts';

let world: StripeWorld;
let stripe: Stripe;

beforeAll(async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
});
afterAll(() => world.close());

const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${world.sandbox().url}/v1/${path}`, {
    ...init,
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
      ...init.headers,
    },
  });
const failure = async (work: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
  }
  throw new Error('this was to fail at Stripe');
};

describe('a refusal has Stripe’s shape and wording for', () => {
  test('an unknown parameter, however deep', async () => {
    const params = { name: 'x', bogus: 1 };
    expect(await failure(stripe.customers.create(params))).toMatchObject({
      type: 'StripeInvalidRequestError',
      rawType: 'invalid_request_error',
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'bogus',
      message: 'Received unknown parameter: bogus',
      requestId: expect.stringMatching(/^req_/),
    });
    const deep = { invoice_settings: { default_payment_method: '', shade: 'red' } };
    expect(await failure(stripe.customers.create(deep))).toMatchObject({ param: 'invoice_settings[shade]' });
  });

  test('a missing parameter, an invalid number, an invalid choice', async () => {
    const missing = await raw('prices', { method: 'POST', body: 'unit_amount=1&product=p&recurring[interval]=month' });
    expect(await missing.json()).toMatchObject({ error: { code: 'parameter_missing', param: 'currency' } });
    const number = await raw('prices', {
      method: 'POST',
      body: 'currency=usd&product=p&recurring[interval]=month&unit_amount=12.5',
    });
    expect(await number.json()).toMatchObject({
      error: { code: 'parameter_invalid_integer', param: 'unit_amount', message: 'Invalid integer: 12.5' },
    });
    const word = await raw('refunds', { method: 'POST', body: 'charge=ch_1&reason=bored' });
    expect(await word.json()).toMatchObject({
      error: {
        message: 'Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer',
        param: 'reason',
      },
    });
  });

  test('an unknown id: 404 in the path, 400 in a parameter', async () => {
    expect(await failure(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    });
    const params = { customer: 'cus_none', items: [{ price: 'price_none' }] };
    expect(await failure(stripe.subscriptions.create(params))).toMatchObject({ statusCode: 400, param: 'customer' });
  });

  test('a wrong key, a live key, no key', async () => {
    const wrong = await failure(world.client('sk_test_some_invalid').customers.list());
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    expect(wrong.message).toMatch(/^Invalid API Key provided: sk_test_\*+alid$/);
    expect(await failure(world.client('sk_live_abcdefghijkl').customers.list())).toMatchObject({ statusCode: 401 });
    expect((await raw('customers', { headers: { authorization: '' } })).status).toBe(401);
  });

  test('an unknown path, and an unsupported version', async () => {
    expect(await failure(stripe.quotes.list())).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/quotes)'),
    });
    const old = await raw('customers', { headers: { 'stripe-version': '2020-08-27' } });
    expect(old.status).toBe(400);
  });

  test('bytes that are not text', async () => {
    expect((await raw('customers/%FF%')).status).toBe(404);
    expect((await raw('customers', { method: 'POST', body: 'name=%FF%' })).status).toBe(200);
  });

  test('a prototype property as a parameter, which changes nothing', async () => {
    const body = 'metadata[__proto__][polluted]=yes&metadata[constructor]=fine';
    const response = await raw('customers', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(Object.keys({})).toEqual([]);
  });
});

describe('a failure on request', () => {
  test('can be written into any text', async () => {
    const name = (fault: string) => ({ name: `[sandbox: ${fault}]` });
    expect(await failure(stripe.customers.create(name('429')))).toMatchObject({
      type: 'StripeRateLimitError',
      statusCode: 429,
      code: 'rate_limit',
    });
    expect(await failure(stripe.customers.create(name('500')))).toMatchObject({ type: 'StripeAPIError' });
    expect(await failure(stripe.customers.create(name('409')))).toMatchObject({
      statusCode: 409,
      code: 'lock_timeout',
    });
    expect(await failure(stripe.customers.create(name('html')))).toMatchObject({ type: 'StripeAPIError' });
    expect(await failure(stripe.customers.create(name('hangup')))).toMatchObject({ type: 'StripeConnectionError' });
  });

  test('can be written into an email address', async () => {
    const email = 'nora+stripe-503@example.com';
    expect(await failure(stripe.customers.create({ email }))).toMatchObject({ statusCode: 503 });
  });

  test('that is temporary succeeds when the SDK retries', async () => {
    const patient = world.client(undefined, { maxNetworkRetries: 2 });
    expect(await patient.customers.create({ name: '[sandbox: 500-once]' })).toMatchObject({ object: 'customer' });
  });

  test('that never answers ends with the SDK’s timeout', async () => {
    const hasty = world.client(undefined, { timeout: 100 });
    expect(await failure(hasty.customers.create({ name: '[sandbox: silence]' }))).toMatchObject({
      type: 'StripeConnectionError',
    });
  });

  test('can be switched on for the next requests, whatever they are', async () => {
    await fetch(`${world.sandbox().url}/stripe/switches`, {
      method: 'POST',
      body: new URLSearchParams({ fault: '500', faults: '2' }),
    });
    expect(await failure(stripe.subscriptions.list())).toMatchObject({ statusCode: 500 });
    expect(await failure(stripe.subscriptions.list())).toMatchObject({ statusCode: 500 });
    expect((await stripe.subscriptions.list()).data).toEqual([]);
  });
});

describe('an idempotency key', () => {
  test('repeats the first answer and does nothing twice', async () => {
    const create = () => stripe.customers.create({ email: 'once@example.com' }, { idempotencyKey: 'once' });
    const [first, second] = [await create(), await create()];
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list({ email: 'once@example.com' })).data).toHaveLength(1);
  });

  test('covers twenty simultaneous requests', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.customers.create({ email: 'many@example.com' }, { idempotencyKey: 'many' }),
      ),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  test('is refused for a different request', async () => {
    await stripe.customers.create({ name: 'a' }, { idempotencyKey: 'reused' });
    expect(await failure(stripe.customers.create({ name: 'b' }, { idempotencyKey: 'reused' }))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  test('may be reused after the parameters were refused', async () => {
    const coupon = (off: number) =>
      stripe.coupons.create(
        { id: 'again', amount_off: off, currency: 'usd', duration: 'once' },
        { idempotencyKey: 'again' },
      );
    await failure(coupon(0));
    expect(await coupon(50)).toMatchObject({ valid: true });
  });

  test('creates one customer even if the first answer was lost', async () => {
    const email = 'lost+stripe-lost@example.com';
    // When a connection breaks, the SDK retries automatically with the key that it generated.
    const customer = await stripe.customers.create({ email });
    expect(customer.lastResponse.headers['idempotent-replayed']).toBe('true');
    const { data } = await stripe.customers.list({ limit: 100 });
    expect(data.filter((one) => one.email === email)).toHaveLength(1);
  });
});

describe('a list', () => {
  test('comes newest first, page by page', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) made.push((await stripe.products.create({ name: `P${index}` })).id);
    const newest = made.toReversed();
    const first = await stripe.products.list({ limit: 3 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/products' });
    expect(first.data.map(({ id }) => id)).toEqual(newest.slice(0, 3));
    const second = await stripe.products.list({ limit: 3, starting_after: newest[2] });
    expect(second.data.map(({ id }) => id)).toEqual(newest.slice(3, 6));
    const all = await stripe.products.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(newest);
    expect(await failure(stripe.products.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
    expect(await failure(stripe.products.list({ starting_after: 'prod_none' }))).toMatchObject({
      param: 'starting_after',
    });
  });
});

describe('the catalog', () => {
  test('finds prices by lookup key, and a key moves only on request', async () => {
    const product = await stripe.products.create({ id: 'tenfold_pro', name: 'Pro', metadata: { plan: 'pro' } });
    const base = { product: product.id, currency: 'usd', recurring: { interval: 'month' as const } };
    const first = await stripe.prices.create({ ...base, unit_amount: 5_900, lookup_key: 'pro_monthly' });
    expect(String(first.unit_amount_decimal)).toBe('5900');
    expect(
      await failure(stripe.prices.create({ ...base, unit_amount: 6_900, lookup_key: 'pro_monthly' })),
    ).toMatchObject({ param: 'lookup_key' });
    const params = { ...base, unit_amount: 6_900, lookup_key: 'pro_monthly', transfer_lookup_key: true };
    const second = await stripe.prices.create(params);
    const found = await stripe.prices.list({ lookup_keys: ['pro_monthly', 'none'], expand: ['data.product'] });
    expect(found.data).toMatchObject([{ id: second.id, product: { id: 'tenfold_pro', metadata: { plan: 'pro' } } }]);
    expect(await stripe.prices.update(first.id, { active: false, metadata: { a: 'b' } })).toMatchObject({
      active: false,
      lookup_key: null,
    });
    expect(await failure(stripe.products.create({ id: 'tenfold_pro', name: 'Again' }))).toMatchObject({
      code: 'resource_already_exists',
    });
  });

  test('keeps metadata that is not mentioned, and removes keys that are emptied', async () => {
    const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
    expect((await stripe.customers.update(id, { metadata: { b: '', c: 3 } })).metadata).toEqual({ a: '1', c: '3' });
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });
});

describe('expanding', () => {
  test('replaces ids with objects, and refuses a field that is not an id', async () => {
    const { id } = await stripe.customers.create({});
    for (const field of ['email', 'constructor', 'toString', '__proto__', 'invoice_settings.constructor'])
      expect(await failure(stripe.customers.retrieve(id, { expand: [field] })), field).toMatchObject({
        message: `This property cannot be expanded (${field}).`,
      });
    expect(await failure(stripe.customers.retrieve(id, { expand: ['invoice_settings'] }))).toMatchObject({
      param: 'expand[]',
    });
    const deep = { expand: ['data.items.data.price.product'] };
    expect((await failure(stripe.subscriptions.list(deep))).message).toContain('more than 4 levels');
  });
});

describe('cards', () => {
  const attach = async (method: string) => {
    const { id } = await stripe.customers.create({});
    return stripe.paymentMethods.attach(method, { customer: id });
  };

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
  ])('%s is refused by its bank when it is attached', async (name, code, decline) => {
    expect(await failure(attach(name))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: decline,
    });
  });

  test.each([
    'pm_card_visa',
    'pm_card_mastercard',
    'pm_card_chargeCustomerFail',
    'pm_card_authenticationRequiredOnSetup',
  ])('%s can be put on file', async (name) => {
    expect(await attach(name)).toMatchObject({ customer: expect.stringMatching(/^cus_/) });
  });

  const typed = (number: string, expYear = 2030, cvc = '123') =>
    readCard({ number, expMonth: 12, expYear, cvc }, START);

  test('with an unknown number or wrong details are refused', () => {
    expect(typed('4242 4242 4242 4242')).toMatchObject({ kind: 'good' });
    expect(() => typed('4242424242424241')).toThrow('Your card number is incorrect.');
    expect(() => typed('4111111111111111')).toThrow('used a non test card');
    expect(() => typed('4242424242424242', 2020)).toThrow("Your card's expiration year is invalid.");
    expect(() => typed('4242424242424242', 2030, '1')).toThrow("Your card's security code is invalid.");
  });

  test('belong to one customer only', async () => {
    const method = await attach('pm_card_visa');
    const { id } = await stripe.customers.create({});
    expect((await failure(stripe.paymentMethods.attach(method.id, { customer: id }))).message).toContain(
      'already been attached',
    );
    expect(
      await failure(stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } })),
    ).toMatchObject({ code: 'resource_missing' });
  });
});

describe('the model on the same port', () => {
  test('still answers below the same /v1', async () => {
    expect(await (await raw('models')).json()).toMatchObject({ object: 'list' });
    expect(await (await raw('moderations', { method: 'POST' })).json()).toMatchObject({
      error: { message: expect.stringContaining('Invalid URL') },
    });
  });
});
