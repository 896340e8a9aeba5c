import { useMemo, useState, type ReactNode } from 'react';
import type { UpgradeReason } from '#contract/texts.ts';
import { LazyUpgradeDialog } from '#src/features/access/lazy-upgrade-dialog.tsx';
import { AccessProvider } from '#src/domain/subscription/access.ts';
import { askedPromotion } from '#src/domain/checkout/asked-promotion.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { trpc } from '#src/api/trpc.ts';

type Request = { reason: UpgradeReason; assistantName?: string; detail?: string };

/** Gives every screen the one upgrade dialog. */
export function AccessLayer({ access, children }: { access: ProfileAccess; children: ReactNode }) {
  const [request, setRequest] = useState<Request>({ reason: 'default' });
  const [isOpen, setIsOpen] = useState(false);
  const subscription = trpc.billing.subscription.useQuery().data;
  const value = useMemo(
    () => ({
      openUpgrade: (reason: UpgradeReason, assistantName?: string, detail?: string) => {
        setRequest({ reason, assistantName, detail });
        setIsOpen(true);
      },
    }),
    [],
  );
  return (
    <AccessProvider value={value}>
      {children}
      {/* The request stays while the dialog closes, so that its words do not change on the way out. */}
      <LazyUpgradeDialog
        {...request}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        canHaveTrial={access.isInTrial}
        // A plan whose payment failed opens nothing any more once its grace is over, and lives on at Stripe: no second one.
        activePlan={subscription ? (subscription.current?.plan ?? null) : access.plan}
        asked={askedPromotion(access)}
      />
    </AccessProvider>
  );
}
