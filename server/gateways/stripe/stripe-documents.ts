import type { Stripe } from 'stripe';
import { isMissing } from './stripe-client.ts';
import {
  previewedTax,
  toInvoiceDetails,
  type StripeInvoiceDetails,
  type StripeInvoicePreview,
} from './stripe-shapes.ts';

/** How long fetching a PDF may take as a whole, and how large it may be: more than a mail server is likely to accept. */
const PDF_LIMITS = { timeoutMs: 10_000, bytes: 2_000_000 };
const PDF_START = '%PDF-';

/** The body, or null if it is longer than `most` bytes. */
async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A PDF from an address that Stripe gave us. Null if it can't be had within the limits: an email then links to it. */
export async function fetchPdf(url: string, limits = PDF_LIMITS): Promise<Uint8Array | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limits.timeoutMs) });
    const pdf = response.ok && response.body ? await readAtMost(response.body, limits.bytes) : null;
    return pdf?.subarray(0, PDF_START.length).toString('latin1') === PDF_START ? pdf : null;
  } catch {
    return null;
  }
}

/** What the emails about money read from Stripe. */
export function stripeDocuments(stripe: Stripe) {
  return {
    /** Null if there is no such invoice. */
    readInvoice: async (id: string): Promise<StripeInvoiceDetails | null> => {
      try {
        return toInvoiceDetails(await stripe.invoices.retrieve(id));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    /** The oldest invoice of a subscription that waits for a payment. */
    findOpenInvoice: async (subscription: string): Promise<StripeInvoiceDetails | null> => {
      const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
      const oldest = data.at(-1);
      return oldest ? toInvoiceDetails(oldest) : null;
    },

    /** The next invoice of a subscription. */
    previewRenewal: async (subscription: string): Promise<StripeInvoicePreview> => {
      const preview = await stripe.invoices.createPreview({ subscription });
      return { totalCents: preview.total, dueCents: preview.amount_due, taxCents: previewedTax(preview) };
    },

    fetchPdf: (url: string): Promise<Uint8Array | null> => fetchPdf(url),
  };
}
