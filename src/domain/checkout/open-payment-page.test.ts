import { afterEach, describe, expect, it, vi } from 'vitest';
import { TOASTS } from '#contract/texts.ts';
import type { NewTab } from './new-tab.ts';
import { openPaymentPage } from './open-payment-page.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { toast } from '#src/lib/toast.ts';

const URL = 'https://pay.example/cs_1';
const texts = {
  tab: TOASTS.checkoutStarted,
  started: TOASTS.checkoutStarted,
  ready: TOASTS.checkoutReady,
  failed: () => TOASTS.checkoutFailed,
};

function aTab() {
  let isClosed = false;
  const led: string[] = [];
  const tab: NewTab = {
    leadTo: (url) => {
      if (!isClosed) led.push(url);
      return !isClosed;
    },
    close: () => {
      isClosed = true;
    },
  };
  return { tab, led, isClosed: () => isClosed };
}
const shown = () => toast.list().map(({ title, text }) => [title, text]);
const asToast = ({ title, text }: { title: string; text: string }) => [title, text];

afterEach(() => {
  for (const { id } of toast.list()) toast.dismiss(id);
  signedIn.leave();
});

describe('CHECKOUT-6: a page of the payment provider', () => {
  it('opens its tab before calling the server, and sends it to the address when it arrives', async () => {
    const { tab, led } = aTab();
    const order: string[] = [];
    let answer: (page: { url: string }) => void = () => undefined;
    const outcome = openPaymentPage(
      () => {
        order.push('asked');
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      texts,
      () => {
        order.push('opened');
        return tab;
      },
    );
    expect(order).toEqual(['opened', 'asked']);
    expect(shown()).toEqual([asToast(TOASTS.checkoutStarted)]);
    answer({ url: URL });
    expect(await outcome).toEqual({ status: 'opened' });
    expect(led).toEqual([URL]);
    expect(shown()).toEqual([asToast(TOASTS.checkoutReady)]);
  });

  it('returns its address if the browser refuses the tab', async () => {
    const outcome = await openPaymentPage(
      async () => ({ url: URL }),
      texts,
      () => null,
    );
    expect(outcome).toEqual({ status: 'blocked', url: URL });
    expect(shown()).toEqual([]);
  });

  it('returns its address if the tab was closed meanwhile', async () => {
    const { tab } = aTab();
    tab.close();
    expect(
      await openPaymentPage(
        async () => ({ url: URL }),
        texts,
        () => tab,
      ),
    ).toEqual({
      status: 'blocked',
      url: URL,
    });
  });

  it('closes its tab if the server fails, and says so', async () => {
    const { tab, isClosed } = aTab();
    const outcome = await openPaymentPage(
      () => Promise.reject(new Error('no')),
      texts,
      () => tab,
    );
    expect(outcome).toEqual({ status: 'failed' });
    expect(isClosed()).toBe(true);
    expect(shown()).toEqual([asToast(TOASTS.checkoutFailed)]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,hello', ''])('never leads to %j', async (url) => {
    const { tab, led } = aTab();
    expect(
      await openPaymentPage(
        async () => ({ url }),
        texts,
        () => tab,
      ),
    ).toEqual({ status: 'failed' });
    expect(led).toEqual([]);
  });

  it('closes its tab if the person first has to sign in again, which happens on this page', async () => {
    const { tab, isClosed } = aTab();
    signedIn.arrive({ id: '1', email: 'ana@example.com' });
    const stopWatching = signedIn.watch();
    const read = vi.fn(async () => {
      signedIn.expire('sign-in');
      return { url: URL };
    });
    expect(await openPaymentPage(read, texts, () => tab)).toEqual({ status: 'blocked', url: URL });
    expect(isClosed()).toBe(true);
    stopWatching();
  });

  it('stops waiting after half a minute, closes its tab and says so', async () => {
    vi.useFakeTimers();
    const { tab, isClosed } = aTab();
    const outcome = openPaymentPage(
      () => new Promise(() => undefined),
      texts,
      () => tab,
    );
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(await outcome).toEqual({ status: 'failed' });
    expect(isClosed()).toBe(true);
    expect(shown()).toEqual([['Error', expect.stringContaining('took too long')]]);
  });

  it('does not time out while the person signs in again', async () => {
    vi.useFakeTimers();
    signedIn.arrive({ id: '1', email: 'ana@example.com' });
    const stopWatching = signedIn.watch();
    const outcome = openPaymentPage(
      async () => {
        signedIn.expire('sign-in');
        await new Promise((resolve) => setTimeout(resolve, 50_000));
        return { url: URL };
      },
      texts,
      () => null,
    );
    await vi.advanceTimersByTimeAsync(50_000);
    vi.useRealTimers();
    stopWatching();
    expect(await outcome).toEqual({ status: 'blocked', url: URL });
  });

  it('says so if opening the tab itself fails', async () => {
    const outcome = await openPaymentPage(
      async () => ({ url: URL }),
      texts,
      () => {
        throw new Error('no window');
      },
    );
    expect(outcome).toEqual({ status: 'failed' });
    expect(shown()).toEqual([asToast(TOASTS.checkoutFailed)]);
  });

  it('says nothing if the page reports the failure itself', async () => {
    const { tab } = aTab();
    await openPaymentPage(
      () => Promise.reject(new Error('no')),
      { ...texts, failed: async () => null },
      () => tab,
    );
    expect(shown()).toEqual([]);
  });
});
