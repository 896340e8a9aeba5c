import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { toast } from '#src/lib/toast.ts';
import { useRefreshSubscription } from './use-refresh-subscription.ts';

export type ReturnNews = 'success' | 'canceled';

/** Tells a person returning from the pay page how it went, once, and removes the parameter from the URL (BILL-13). */
export function useReturnNews(news: ReturnNews | null): void {
  const navigate = useNavigate({ from: '/dashboard/billing' });
  const refresh = useRefreshSubscription();
  // React may run an effect twice; the message appears once.
  const lastShown = useRef<ReturnNews>(null);
  useEffect(() => {
    if (lastShown.current === news) return;
    lastShown.current = news;
    if (news === null) return;
    toast.success(news === 'success' ? TOASTS.subscribed : TOASTS.subscriptionCanceled);
    if (news === 'success') refresh();
    void navigate({ search: ({ plan }) => ({ plan }), replace: true });
  }, [news, navigate, refresh]);
}
