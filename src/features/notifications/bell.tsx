import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { useUnread } from './use-unread.ts';
import './bell.css';

/** Loaded once the page is used, because it is a third of a popover library. */
const LazyPanel = lazyDialog(async () => (await import('./bell-panel.tsx')).BellPanel);

/** What the tag says: there is room for one digit. */
const MOST = 9;

/** The bell in the header of every signed-in page: how much is unread, and what. */
export function Bell() {
  const unread = useUnread();
  const [isOpen, setIsOpen] = useState(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const told = useRef(unread);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (unread > told.current) setNews(`${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`);
    told.current = unread;
  }, [unread]);
  return (
    <div className="bell-place" ref={setPlace}>
      <button
        type="button"
        className="iconbtn bell"
        aria-label={`Notifications, ${unread === 0 ? 'none' : unread} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <BellIcon className="icon" aria-hidden="true" />
        {unread > 0 && (
          <span className="n num" aria-hidden="true">
            {unread > MOST ? `${MOST}+` : unread}
          </span>
        )}
      </button>
      <span className="sr" role="status">
        {news}
      </span>
      <LazyPanel isOpen={isOpen} onClose={() => setIsOpen(false)} place={place} />
    </div>
  );
}
