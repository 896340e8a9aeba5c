import type Stripe from 'stripe';
import type { CardKind } from '../customers/test-cards.ts';

/** What the paid part of one subscription item's current period cost, so that a change gives back what was really paid. */
export type Basis = { netCents: number; start: number; end: number; invoice: string | null; line: string | null };

export type SubscriptionNote = {
  id: string;
  bases: Record<string, Basis>;
  /** Unix seconds of the trial end or period end that was already announced. */
  announcedTrialEnd: number | null;
  announcedRenewal: number | null;
};

/** What a Checkout session was asked for and does not show. */
export type SessionNote = {
  id: string;
  items: { price: string; quantity: number }[];
  coupon: string | null;
  trialEnd: number | null;
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause';
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  updatesAddress: boolean;
  updatesName: boolean;
};

export type PortalNote = { id: string; token: string; expiresAt: number };

export type Delivery = {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** Milliseconds of the system's clock; null when it was answered with 2xx or given up. */
  nextAt: number | null;
  lastAnswer: string | null;
};

export type KeptAnswer = {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  at: number;
};

export type WebhookManner = 'normal' | 'duplicate' | 'delay' | 'shuffle' | 'hold';

/** The account's switches: what a person would set in the dashboard, and failures on request. */
export type Switches = {
  id: 'switches';
  /** How far the account's time is ahead of the system's, in seconds. */
  aheadSeconds: number;
  webhooks: WebhookManner;
  afterLastRetry: 'cancel' | 'unpaid' | 'past_due';
  fault: string | null;
  faultsLeft: number;
};

/** A card as the issuing bank sees it. */
export type CardNote = { id: string; kind: CardKind; isAuthenticated: boolean };

export type Tables = {
  customers: Stripe.Customer;
  deletedCustomers: Stripe.DeletedCustomer;
  taxIds: Stripe.TaxId;
  products: Stripe.Product;
  prices: Stripe.Price;
  coupons: Stripe.Coupon;
  /** Discounts outlive the coupon that they came from. */
  deletedCoupons: Stripe.Coupon;
  discounts: Stripe.Discount;
  paymentMethods: Stripe.PaymentMethod;
  subscriptions: Stripe.Subscription;
  invoiceItems: Stripe.InvoiceItem;
  invoices: Stripe.Invoice;
  invoicePayments: Stripe.InvoicePayment;
  paymentIntents: Stripe.PaymentIntent;
  setupIntents: Stripe.SetupIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  checkoutSessions: Stripe.Checkout.Session;
  portalConfigurations: Stripe.BillingPortal.Configuration;
  portalSessions: Stripe.BillingPortal.Session;
  testClocks: Stripe.TestHelpers.TestClock;
  events: Stripe.Event;
  webhookEndpoints: Stripe.WebhookEndpoint;
  cardNotes: CardNote;
  subscriptionNotes: SubscriptionNote;
  sessionNotes: SessionNote;
  portalNotes: PortalNote;
  endpointSecrets: { id: string; secret: string };
  deliveries: Delivery;
  keptAnswers: KeptAnswer;
  switches: Switches;
};
export type TableName = keyof Tables;

/** How many rows a table keeps; the oldest go. A sandbox that ran for months must still start quickly. */
export const ROWS_MAX: Partial<Record<TableName, number>> = {
  events: 2_000,
  deliveries: 2_000,
  keptAnswers: 300,
  checkoutSessions: 1_000,
  sessionNotes: 1_000,
  portalSessions: 200,
  portalNotes: 200,
};
export const ROWS_MAX_ELSE = 5_000;

export const TABLE_NAMES = [
  'customers',
  'deletedCustomers',
  'taxIds',
  'products',
  'prices',
  'coupons',
  'deletedCoupons',
  'discounts',
  'paymentMethods',
  'subscriptions',
  'invoiceItems',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'setupIntents',
  'charges',
  'refunds',
  'checkoutSessions',
  'portalConfigurations',
  'portalSessions',
  'testClocks',
  'events',
  'webhookEndpoints',
  'cardNotes',
  'subscriptionNotes',
  'sessionNotes',
  'portalNotes',
  'endpointSecrets',
  'deliveries',
  'keptAnswers',
  'switches',
] as const satisfies TableName[];
