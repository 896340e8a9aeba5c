import { useEffect, useState, type ComponentType } from 'react';
import { loadOrReport } from './load-or-report.ts';
import { whenUsed } from './when-used.ts';

type DialogProps = { isOpen: boolean; onClose: () => void };

/** A dialog whose code loads once the page is used, or at the latest when it opens, to keep it out of the first load. */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props) {
    const { isOpen, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);

    useEffect(() => whenUsed(() => void load().catch(() => undefined)), []);
    useEffect(() => {
      if (!isOpen || Dialog) return;
      void loadOrReport(load).then((loaded) => (loaded ? setDialog(() => loaded) : onClose()));
    }, [isOpen, Dialog, onClose]);

    return Dialog && <Dialog {...props} />;
  };
}
