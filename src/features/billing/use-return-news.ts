import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { useTakeSubscription } from './use-take-subscription.ts';

export type ReturnNews = 'success' | 'canceled';

/** Tells whoever comes back from the pay page how it went, once, and takes the word out of the address (spec §2 "Billing screen"). */
export function useReturnNews(news: ReturnNews | null): void {
  const navigate = useNavigate({ from: '/dashboard/billing' });
  const take = useTakeSubscription();
  // A failure is no news: the poll reads it a minute later.
  const { mutate: refresh } = trpc.billing.refresh.useMutation({ onSuccess: take });
  // React may run an effect twice; it is told once.
  const told = useRef<ReturnNews>(null);
  useEffect(() => {
    if (told.current === news) return;
    told.current = news;
    if (news === null) return;
    toast.success(news === 'success' ? TOASTS.subscribed : TOASTS.subscriptionCanceled);
    if (news === 'success') refresh();
    void navigate({ search: ({ plan }) => ({ plan }), replace: true });
  }, [news, navigate, refresh]);
}
