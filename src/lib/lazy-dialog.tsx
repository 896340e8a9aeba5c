import { useEffect, useState, type ComponentType } from 'react';
import { loadOrTell } from './load-or-tell.ts';
import { whenIdle } from './when-idle.ts';

type DialogProps = { isOpen: boolean; onClose: () => void };

/** A dialog whose code comes when the page is at rest, or at the latest when it opens: it would weigh on the first load. */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props) {
    const { isOpen, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);

    useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
    useEffect(() => {
      if (!isOpen || Dialog) return;
      void loadOrTell(load).then((loaded) => (loaded ? setDialog(() => loaded) : onClose()));
    }, [isOpen, Dialog, onClose]);

    return Dialog && <Dialog {...props} />;
  };
}
