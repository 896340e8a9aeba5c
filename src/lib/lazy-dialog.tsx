import { useEffect, useState, type ComponentType } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from './app-error.ts';
import { toast } from './toast.ts';

type DialogProps = { isOpen: boolean; onClose: () => void };

/** A dialog whose code comes when the page is at rest, or at the latest when it opens: it would weigh on the first load. */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props) {
    const { isOpen, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);

    useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
    useEffect(() => {
      if (!isOpen || Dialog) return;
      load().then(
        (loaded) => setDialog(() => loaded),
        (error: unknown) => {
          toast.error({ title: TOASTS.error.title, text: errorText(error) });
          onClose();
        },
      );
    }, [isOpen, Dialog, onClose]);

    return Dialog && <Dialog {...props} />;
  };
}

function whenIdle(run: () => void): () => void {
  // Not every Safari has idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 1_500);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run);
  return () => window.cancelIdleCallback(handle);
}
