import { TOASTS } from '#contract/texts.ts';
import { openNewTab, type NewTab, type TabWords } from './new-tab.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { toast } from '#src/lib/toast.ts';

type Words = { title: string; text?: string };
export type PaymentPageTexts = {
  /** What the new tab says while it waits. */
  tab: TabWords;
  started?: Words;
  ready?: Words;
  /** Null if the page reports it itself. */
  failed: (error: unknown) => Words | Promise<Words | null>;
};

/** `blocked`: the browser blocked the tab, so the person is shown the address. */
export type PaymentPageOutcome = { status: 'opened' } | { status: 'blocked'; url: string } | { status: 'failed' };

const isWebAddress = (url: string) => /^https?:\/\//.test(url);

/** A provider that hasn't answered for this long won't. */
const LIMIT_MS = 30_000;
const TOO_LATE = 'That took too long, so we stopped. Nothing was charged. Please try again.';
class TooLate extends Error {}

/** The server's answer, or `TooLate`. People who have to sign in again first may take as long as they need. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const wait = () => {
      timer = setTimeout(() => (signedIn.state().isExpired ? wait() : reject(new TooLate())), LIMIT_MS);
    };
    wait();
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a page of the payment provider in a new tab. Call it in the click itself; `readUrl` asks the server for the address. */
export async function openPaymentPage(
  readUrl: () => Promise<{ url: string }>,
  texts: PaymentPageTexts,
  open: (words: TabWords) => NewTab | null = openNewTab,
): Promise<PaymentPageOutcome> {
  const startedId = texts.started && toast.busy(texts.started);
  let tab: NewTab | null = null;
  // The call waits until the person has signed in again, which happens on this page.
  const stop = signedIn.subscribe(() => signedIn.state().isExpired && tab?.close());
  try {
    tab = open(texts.tab);
    const { url } = await inTime(readUrl());
    if (!isWebAddress(url)) throw new Error('the payment provider returned no web URL');
    if (!tab?.leadTo(url)) return { status: 'blocked', url };
    if (texts.ready) toast.success(texts.ready);
    return { status: 'opened' };
  } catch (error) {
    tab?.close();
    const words = error instanceof TooLate ? { title: TOASTS.error.title, text: TOO_LATE } : await texts.failed(error);
    if (words) toast.error(words);
    return { status: 'failed' };
  } finally {
    stop();
    if (startedId !== undefined) toast.dismiss(startedId);
  }
}
