import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { useUnread } from './use-unread.ts';
import './bell.css';

/** Loaded once the page is used, because it comes with a popover library. */
const LazyPanel = lazyDialog(async () => (await import('./bell-panel.tsx')).BellPanel);

/** The bell in the header of every signed-in page: how much is unread, and what. */
export function Bell() {
  const count = useUnread();
  const unread = count ?? 0;
  // Only what is new is announced, and not what was there when the page opened.
  const [last, setLast] = useState({ count, isMore: false });
  if (count !== last.count) setLast({ count, isMore: unread > (last.count ?? unread) });
  const [isOpen, setIsOpen] = useState(false);
  const name = `Notifications, ${unread || 'none'} unread`;
  return (
    <div className="bell-place">
      <button
        type="button"
        className="iconbtn bell"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <BellIcon className="icon" aria-hidden="true" />
        {unread > 0 && (
          <span className="n num" aria-hidden="true">
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </button>
      <span className="sr" role="status">
        {last.isMore && name}
      </span>
      <LazyPanel isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  );
}
