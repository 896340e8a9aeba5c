import { openNewTab, type NewTab, type TabWords } from './new-tab.ts';
import { signedIn } from './signed-in.ts';
import { toast } from './toast.ts';

type Words = { title: string; text?: string };
export type PaymentPageTexts = {
  /** What the new tab says while it waits. */
  tab: TabWords;
  started?: Words;
  ready?: Words;
  failed: (error: unknown) => Words | Promise<Words>;
};

/** `held-back`: the browser let no tab open, so the person is shown the address. */
export type PaymentPageOutcome = { status: 'opened' } | { status: 'held-back'; url: string } | { status: 'failed' };

const isWebAddress = (url: string) => /^https?:\/\//.test(url);

/** Opens a page of the payment provider in a new tab. To be called in the click itself; `readUrl` asks the server for the address. */
export async function openPaymentPage(
  readUrl: () => Promise<{ url: string }>,
  texts: PaymentPageTexts,
  open: (words: TabWords) => NewTab | null = openNewTab,
): Promise<PaymentPageOutcome> {
  const tab = open(texts.tab);
  const startedId = texts.started && toast.busy(texts.started);
  // The call waits until the person has signed in again, and that is asked on this page.
  const stop = signedIn.subscribe(() => signedIn.state().isExpired && tab?.close());
  try {
    const { url } = await readUrl();
    if (!isWebAddress(url)) throw new Error('The payment page has no web address.');
    if (!tab?.leadTo(url)) return { status: 'held-back', url };
    if (texts.ready) toast.success(texts.ready);
    return { status: 'opened' };
  } catch (error) {
    tab?.close();
    toast.error(await texts.failed(error));
    return { status: 'failed' };
  } finally {
    stop();
    if (startedId !== undefined) toast.dismiss(startedId);
  }
}
