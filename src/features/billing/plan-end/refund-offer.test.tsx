import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { trpc, type AppRouter } from '#src/api/trpc.ts';
import { RefundOffer } from './refund-offer.tsx';

const noop = () => undefined;

/** The buttons of the dialog, once its preview has arrived or before. */
function buttonsWith(preview?: { amountCents: number; disputedCents: number; creditCents: number }) {
  const queries = new QueryClient();
  const client = createTRPCClient<AppRouter>({ links: [] });
  const utils = createTRPCQueryUtils<AppRouter>({ client, queryClient: queries });
  if (preview) utils.billing.previewRefund.setData(undefined, preview);
  const html = renderToStaticMarkup(
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <RefundOffer
          planName="Pro"
          until="2026-12-23T12:00:00.000Z"
          isBusy={false}
          error={null}
          onClose={noop}
          onConfirm={noop}
        />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(([, attributes = '', content = '']) => ({
    name: content.replaceAll(/<[^>]*>/g, ''),
    isDisabled: /\bdisabled\b/.test(attributes),
  }));
}

it('can be confirmed only once it has said the amount', () => {
  const name = 'End plan and refund me';
  expect(buttonsWith()).toContainEqual({ name, isDisabled: true });
  expect(buttonsWith({ amountCents: 5_900, disputedCents: 0, creditCents: 0 })).toContainEqual({
    name,
    isDisabled: false,
  });
});
