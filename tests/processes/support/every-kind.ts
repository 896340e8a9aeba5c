import { randomUUID } from 'node:crypto';
import type { Definition } from '#contract/automations/definition.ts';
import { sourceFilePath } from '#contract/brain/sources.ts';
import { DEMO, DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { aPng } from '#tests/support/documents/images.ts';
import { postForm } from '#tests/support/stripe-world.ts';
import { eventually } from './eventually.ts';
import { EMBEDDED } from './model-tap.ts';
import { signIn, untilSettled } from './person.ts';
import { guest, openShop, pay, person, signUp, tokenIn, untilReceived, type Shop } from './shop.ts';
import type { World } from './world.ts';

/** The time at which the world begins, and the environment that brings about the emails below. */
export const WORLD = {
  begins: new Date('2026-10-23T00:00:00Z'),
  environment: { SMS_DAILY_CAP: '1', AI_EMBEDDING_MODEL: 'sandbox' },
};
const SIGNED_UP = new Date('2026-10-31T00:00:00Z');
/** The day before the trial of a guest's purchase would end at Stripe. */
const A_WEEK_BEFORE = new Date('2026-11-06T12:00:00Z');
const SIX_DAYS_BEFORE = new Date('2026-11-08T00:00:00Z');
const A_DAY_BEFORE = new Date('2026-11-13T12:00:00Z');
const AN_HOUR_BEFORE = new Date('2026-11-13T23:00:00Z');
const MINUTES_BEFORE = new Date('2026-11-13T23:50:00Z');
/** Two accounts' grace period is over, a guest's purchase is unconfirmed for too long, a pay page has expired, and an article is published. */
const DUE = new Date('2026-11-14T00:05:00Z');

const LEAVER = 'leaver@ledgerly.example';
const QUITTER = 'quitter@ledgerly.example';
const REFUNDED = 'refunded@ledgerly.example';
const PAYER = 'payer@ledgerly.example';
const TWICE = 'twice@ledgerly.example';
const GUEST = 'guest@ledgerly.example';
const NEW_GUEST = 'new-guest@ledgerly.example';
const READER = 'reader@ledgerly.example';
const NORA = 'nora@ledgerly.example';
const MAYA = 'maya@fernandkiln.example';
/** Gets one email a day; it becomes eight in the morning in Singapore at midnight UTC. */
const SINGAPORE = { email: 'tan@fernandkiln.example', timeZone: 'Asia/Singapore' };
/** Has a browser that shows notifications. */
const ANA = 'ana@fernandkiln.example';
/** No browser of hers shows anything, so that what is shown is counted apart. */
const INES = 'ines@fernandkiln.example';

/** Every kind of email that a job sends, with whom it goes to and how its subject begins. */
export const EMAILS = {
  'approval-email': { to: INES, subject: 'For your approval: Post for today' },
  'contact-email': { to: 'hello@tenfold.example', subject: 'Contact form' },
  'contact-receipt': { to: MAYA, subject: 'We got your message' },
  'digest-email': { to: SINGAPORE.email, subject: 'One notification at Tenfold' },
  'farewell-email': { to: QUITTER, subject: 'Your Tenfold account has been deleted' },
  'guest-email': { to: NEW_GUEST, subject: 'One more step to start' },
  'newsletter-confirmation': { to: NORA, subject: 'Confirm your Tenfold newsletter' },
  'newsletter-issue': { to: READER, subject: 'How to write a welcome email people answer' },
  'notice-email': { to: TWICE, subject: 'Your Tenfold Starter plan is active' },
  'operator-email': { to: 'support@tenfold.example', subject: 'Today’s Tenfold cap is almost reached' },
  'security-email': { to: DEMO.email, subject: 'Signed out everywhere' },
};

/** Emails that follow when the jobs at Stripe are done. */
const FOLLOWING = [
  { to: LEAVER, subject: 'Your Tenfold account has been deleted' },
  { to: GUEST, subject: 'We canceled your Tenfold Pro plan' },
  { to: REFUNDED, subject: 'Your Tenfold refund: $59.00' },
  { to: PAYER, subject: 'Your Tenfold Pro plan is active' },
  { to: PAYER, subject: 'Your Tenfold receipt: $59.00' },
  { to: TWICE, subject: 'Your Tenfold receipt: $29.00' },
  { to: TWICE, subject: 'Your Tenfold refund: $29.00' },
];
export const ALL_EMAILS = [...Object.values(EMAILS), ...FOLLOWING];

type StripeKind = {
  whose: string;
  /** The first call of the job that matters, and the one that has its effect. */
  first: RegExp;
  effect: RegExp;
  /** What has happened at Stripe when it is done, and how often. */
  happened: Record<string, number>;
};
const REFUND = /^POST \/v1\/refunds/;
const ENDED = { 'customer.subscription.deleted': 1 };

/** Every kind of job that does something at Stripe. */
export const STRIPE_KINDS: Record<string, StripeKind> = {
  'account-deletion': {
    whose: LEAVER,
    first: /^DELETE \/v1\/customers/,
    effect: /^DELETE \/v1\/customers/,
    happened: { 'customer.deleted': 1, ...ENDED },
  },
  'guest-purchase': {
    whose: GUEST,
    first: /^POST \/v1\/subscriptions/,
    effect: /^DELETE \/v1\/subscriptions/,
    happened: ENDED,
  },
  'pay-page': {
    whose: PAYER,
    first: /^GET \/v1\/checkout\/sessions/,
    effect: /^GET \/v1\/subscriptions/,
    happened: {},
  },
  refund: {
    whose: REFUNDED,
    first: /^POST \/v1\/subscriptions/,
    effect: REFUND,
    happened: { 'charge.refunded': 1, 'refund.created': 1, ...ENDED },
  },
  'stripe-sync': {
    whose: TWICE,
    first: /^POST \/v1\/checkout\/sessions\/\w+\/expire/,
    effect: REFUND,
    happened: { 'checkout.session.expired': 1, 'charge.refunded': 1, 'refund.created': 1, ...ENDED },
  },
};

async function checkOut(world: World, email: string): Promise<string> {
  return (await (await person(world, email)).billing.checkout.mutate({ priceId: 'pro_monthly' })).url;
}

async function buy(world: World, email: string): Promise<void> {
  const buyer = await person(world, email);
  await pay((await buyer.billing.checkout.mutate({ priceId: 'pro_monthly' })).url);
  await buyer.billing.refresh.mutate();
}

async function buyAsGuest(world: World, guestEmail: string): Promise<string> {
  const { url } = await guest(world).billing.guestCheckout.mutate({ priceId: 'pro_monthly', guestEmail });
  return pay(url, guestEmail);
}

/** A pay page is open, and two subscriptions begin at Stripe that the product doesn't know. */
async function subscribeTwice(world: World, { stripe, customerOf }: Shop): Promise<void> {
  await checkOut(world, TWICE);
  const customer = await customerOf(TWICE);
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const [price] = (await stripe.prices.list({ lookup_keys: ['starter_monthly'] })).data;
  for (let count = 0; count < 2; count += 1)
    await stripe.subscriptions.create({
      customer,
      items: [{ price: price?.id ?? '' }],
      default_payment_method: card,
    });
}

/** The daily check of every customer takes place now, and not when it would find what the jobs are to find. */
async function beReconciled(world: World, customer: string): Promise<void> {
  const before = world.stripe.calls().length;
  await world.moveTo(A_DAY_BEFORE);
  const isRead = () =>
    world.stripe
      .calls()
      .slice(before)
      .some((call) => call.includes(customer));
  await eventually('the daily check has read Stripe', isRead, { withinMs: 20_000 });
}

const ANSWERED_WITHIN_MS = 20_000;

/** A private conversation, from which nothing is learned. With one more answer, it has more messages than the model gets. */
async function talk(world: World): Promise<string> {
  const place = world.process(0);
  const demo = await signIn(place, DEMO.email);
  const begun = {
    id: randomUUID(),
    assistantId: 'brain_ai',
    conversationId: null,
    text: 'Hello',
    isPrivate: true,
  } as const;
  const first = await demo.at(place).chat.send.mutate(begun);
  const conversationId = first.conversation.id;
  await untilSettled(demo, place, first, ANSWERED_WITHIN_MS);
  for (const text of ['Thanks', 'Great', 'Perfect'])
    await untilSettled(demo, place, await demo.send(place, text, { conversationId }), ANSWERED_WITHIN_MS);
  return conversationId;
}

/** Turns on an automation that is due once everything else is. */
async function automate(world: World): Promise<void> {
  const { powerUps } = (await signIn(world.process(0), DEMO.email)).at(world.process(0));
  const id = randomUUID();
  const definition: Definition = {
    trigger: { kind: 'schedule', schedule: { every: 'day', time: '00:03' }, timeZone: 'UTC', missed: 'skip' },
    steps: [
      { kind: 'ask', id: 's1', assistantId: 'brain_ai', prompt: 'Write a post', parts: [] },
      { kind: 'notify', id: 's2', text: 'Written: {{s1.answer}}' },
    ],
  };
  await powerUps.automations.create.mutate({ id, name: 'Post', definition });
  await powerUps.automations.setOn.mutate({ automationId: id, isOn: true });
}

/** Lives through three weeks, until something is about to be due for everybody. Returns the ids that each kind of job is about. */
export async function liveUntilDue(world: World) {
  const shop = await openShop(world);
  for (const email of [LEAVER, QUITTER, REFUNDED, PAYER, TWICE, ANA, INES, SINGAPORE.email]) await signUp(world, email);

  await world.moveTo(SIGNED_UP);
  await buy(world, LEAVER);
  for (const email of [LEAVER, QUITTER]) await (await person(world, email)).account.askDeletion.mutate();

  const sessionId = await buyAsGuest(world, GUEST);
  await guest(world).billing.purchase.query({ sessionId });

  await world.moveTo(A_WEEK_BEFORE);
  await untilReceived(world, GUEST, 'Your Tenfold Pro plan is still waiting');

  await world.moveTo(SIX_DAYS_BEFORE);
  await guest(world).newsletter.subscribe.mutate({ email: READER });
  await postForm(`${world.process(0).url}/newsletter/confirm`, { token: await tokenIn(world, READER) });

  await beReconciled(world, await shop.customerOf(LEAVER));
  await world.moveTo(AN_HOUR_BEFORE);
  await pay(await checkOut(world, PAYER));
  const reader = await person(world, SINGAPORE.email);
  const { timeZone } = SINGAPORE;
  await reader.profile.updatePreferences.mutate({ language: '', timeZone, emailsAboutSignIns: false });
  await reader.notifications.setPreference.mutate({ kind: 'plan', emails: 'daily' });
  await reader.usage.track.mutate({ usageType: 'messages', amount: 40 });

  const ana = await person(world, ANA);
  await ana.notifications.push.subscribe.mutate(world.push.subscribe());

  await world.moveTo(MINUTES_BEFORE);
  await buy(world, REFUNDED);
  await untilReceived(world, REFUNDED, 'Your Tenfold receipt');
  const refunded = await person(world, REFUNDED);
  await shop.whileClosed(() => refunded.billing.requestRefund.mutate());
  await subscribeTwice(world, shop);
  const newSessionId = await buyAsGuest(world, NEW_GUEST);
  const customers = new Map<string, string>();
  for (const { whose } of Object.values(STRIPE_KINDS)) customers.set(whose, await shop.customerOf(whose));
  await automate(world);
  return { shop, customers, newSessionId, ana, conversationId: await talk(world) };
}
export type Prepared = Awaited<ReturnType<typeof liveUntilDue>>;

/** A message, and the fact in it. */
const LESSON = 'The large bowl is $42 now.';
export const LEARNED = 'Large bowl costs $42.';
/** What a picture shows. */
const PICTURE = aPng(800, 600, 'The mug is $12.');
export const SEEN = 'Mug costs $12.';

/** An automation that asks its owner first. */
async function askFirst(owner: Awaited<ReturnType<typeof person>>): Promise<void> {
  const automationId = randomUUID();
  const deadline = { kind: 'hours', hours: 24 } as const;
  const approve = {
    kind: 'approve',
    id: 's1',
    title: 'Post for today',
    text: 'Hello',
    deadline,
    ifLate: 'skip',
  } as const;
  const definition = { trigger: { kind: 'manual' as const, form: [] }, steps: [approve] };
  await owner.powerUps.automations.create.mutate({ id: automationId, name: 'Post', definition });
  await owner.powerUps.automations.setOn.mutate({ automationId, isOn: true });
  await owner.powerUps.automations.startRun.mutate({ id: randomUUID(), automationId, form: {} });
}

/** What is due by itself becomes due, and the rest is caused. */
export async function makeEverythingDue(world: World, prepared: Prepared): Promise<void> {
  const { shop, newSessionId, ana, conversationId } = prepared;
  await world.moveTo(DUE);
  await ana.usage.track.mutate({ usageType: 'messages', amount: 40 });
  await askFirst(await person(world, INES));
  const place = world.process(0);
  const owner = await signIn(place, DEMO.email);
  const demo = owner.at(place);
  const phone = { factorType: 'phone', friendlyName: 'My phone', phone: '+46701234567' } as const;
  await demo.auth.reauthentication.password.mutate({ password: DEMO_PASSWORD });
  const { id: factorId } = await demo.auth.factors.enroll.mutate(phone);
  await demo.auth.factors.challenge.mutate({ factorId });
  const told = { id: randomUUID(), assistantId: 'brain_ai', conversationId: null, text: LESSON } as const;
  await demo.chat.send.mutate(told);
  await demo.brain.add.mutate({ id: randomUUID(), kind: 'policy', statement: EMBEDDED });
  await demo.chat.send.mutate({ id: randomUUID(), assistantId: 'brain_ai', conversationId, text: 'Thank you' });
  const headers = { cookie: owner.cookie() };
  const sent = { method: 'POST', headers, body: PICTURE };
  await fetch(`${place.url}${sourceFilePath(randomUUID())}?name=mug.png`, sent);
  await demo.account.signOutEverywhere.mutate();
  const message = {
    name: 'Maya',
    email: MAYA,
    topic: 'question',
    message: 'Do you have a price for two shops?',
  } as const;
  await guest(world).contact.send.mutate({ ...message, leave_empty: '' });
  await guest(world).newsletter.subscribe.mutate({ email: NORA });
  await guest(world).billing.purchase.query({ sessionId: newSessionId });
  await shop.hint(await shop.customerOf(TWICE));
}
