import { useMemo, useState, type ReactNode } from 'react';
import type { UpgradeReason } from '#contract/texts.ts';
import { LazyUpgradeDialog } from '#src/features/access/lazy-upgrade-dialog.tsx';
import { AccessProvider } from '#src/lib/access.ts';
import type { ProfileAccess } from '#src/lib/plan-label.ts';

type Request = { reason: UpgradeReason; assistantName?: string; detail?: string };

/** Gives every screen the one upgrade dialog. */
export function AccessLayer({ access, children }: { access: ProfileAccess; children: ReactNode }) {
  const [request, setRequest] = useState<Request>({ reason: 'default' });
  const [isOpen, setIsOpen] = useState(false);
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
        activePlan={access.plan}
      />
    </AccessProvider>
  );
}
