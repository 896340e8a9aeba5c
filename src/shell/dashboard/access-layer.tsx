import { useMemo, useState, type ReactNode } from 'react';
import type { UpgradeReason } from '#contract/billing/upgrade-texts.ts';
import { AccessProvider, type UpgradeAbout } from '#src/domain/subscription/access.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';

/** The upgrade dialog, which most visits never see. */
const LazyUpgradeDialog = lazyDialog(
  async () => (await import('#src/features/access/upgrade-dialog.tsx')).UpgradeDialog,
);

type Request = UpgradeAbout & { reason: UpgradeReason };

/** Provides the upgrade dialog, one for all screens. */
export function AccessLayer({ access, children }: { access: ProfileAccess; children: ReactNode }) {
  const [request, setRequest] = useState<Request>({ reason: 'default' });
  const [isOpen, setIsOpen] = useState(false);
  const value = useMemo(
    () => ({
      openUpgrade: (reason: UpgradeReason, about?: UpgradeAbout) => {
        setRequest({ reason, ...about });
        setIsOpen(true);
      },
    }),
    [],
  );
  return (
    <AccessProvider value={value}>
      {children}
      {/* The request stays while the dialog closes, so that its text doesn't change during the animation. */}
      <LazyUpgradeDialog {...request} isOpen={isOpen} onClose={() => setIsOpen(false)} access={access} />
    </AccessProvider>
  );
}
