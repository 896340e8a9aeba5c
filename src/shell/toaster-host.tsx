import { useSyncExternalStore } from 'react';
import { toast } from '#src/lib/toast.ts';
import { Toaster } from '#src/ui/overlays/toaster.tsx';

/** Renders the toast store. Toasts pause while someone points at them or tabs into them. */
export function ToasterHost() {
  const toasts = useSyncExternalStore(toast.subscribe, toast.list, toast.list);
  return (
    <div onPointerEnter={toast.pause} onPointerLeave={toast.resume} onFocus={toast.pause} onBlur={toast.resume}>
      <Toaster toasts={toasts} onDismiss={toast.dismiss} />
    </div>
  );
}
