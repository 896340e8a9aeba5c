import type Stripe from 'stripe';
import type { CardKind } from '../customers/test-cards.ts';

export type SubscriptionNote = {
  id: string;
  /** What the paid part of the current period cost and until when, so that a change credits what was really paid. */
  paid: { netCents: number; start: number; end: number } | null;
};

/** Parameters of a Checkout session that its object doesn't include. */
export type SessionNote = {
  id: string;
  price: string;
  coupon: string | null;
  promotionCode: string | null;
  isTaxed: boolean;
  trialEnd: number | null;
  missingPaymentMethod: 'cancel' | 'create_invoice';
  subscriptionMetadata: Record<string, string>;
  updatesAddress: boolean;
  updatesName: boolean;
};

export type PortalNote = { id: string; token: string; expiresAt: number };

export type Delivery = {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** Milliseconds of the system's clock; null once it was answered with 2xx or abandoned. */
  nextAt: number | null;
  lastAnswer: string | null;
};

export type IdempotentAnswer = {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  at: number;
};

export type WebhookMode = 'normal' | 'duplicate' | 'delay' | 'shuffle' | 'hold';

/** The account's switches: settings from the dashboard, and failures on request. */
export type Switches = {
  id: 'switches';
  /** How far the account's time is ahead of the system's, in seconds. */
  aheadSeconds: number;
  webhooks: WebhookMode;
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
  promotionCodes: Stripe.PromotionCode;
  paymentMethods: Stripe.PaymentMethod;
  subscriptions: Stripe.Subscription;
  subscriptionSchedules: Stripe.SubscriptionSchedule;
  invoices: Stripe.Invoice;
  invoicePayments: Stripe.InvoicePayment;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  checkoutSessions: Stripe.Checkout.Session;
  portalConfigurations: Stripe.BillingPortal.Configuration;
  portalSessions: Stripe.BillingPortal.Session;
  events: Stripe.Event;
  webhookEndpoints: Stripe.WebhookEndpoint;
  cardNotes: CardNote;
  subscriptionNotes: SubscriptionNote;
  sessionNotes: SessionNote;
  portalNotes: PortalNote;
  endpointSecrets: { id: string; secret: string };
  deliveries: Delivery;
  idempotentAnswers: IdempotentAnswer;
  switches: Switches;
};
export type TableName = keyof Tables;

/** How many rows a table keeps; the oldest are dropped. A sandbox that has run for months must still start quickly. */
export const ROWS_MAX: Partial<Record<TableName, number>> = {
  events: 2_000,
  deliveries: 2_000,
  idempotentAnswers: 300,
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
  'promotionCodes',
  'paymentMethods',
  'subscriptions',
  'subscriptionSchedules',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'charges',
  'refunds',
  'checkoutSessions',
  'portalConfigurations',
  'portalSessions',
  'events',
  'webhookEndpoints',
  'cardNotes',
  'subscriptionNotes',
  'sessionNotes',
  'portalNotes',
  'endpointSecrets',
  'deliveries',
  'idempotentAnswers',
  'switches',
] as const satisfies TableName[];
