import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { VISITOR_CHAT_TEXTS } from '#contract/texts.ts';
import { isPlainClick } from '#src/lib/is-plain-click.ts';
import { lazyDialog } from '#src/lib/lazy-dialog.tsx';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import './visitor-chat.css';

const LazyVisitorPanel = lazyDialog(async () => (await import('./visitor-panel.tsx')).VisitorPanel);

/** The chatbot of the public pages (spec §4). Without scripts its button leads to the contact form. It stands beside what it covers. */
export function VisitorChat() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLAnchorElement>(null);
  const wasOpen = useRef(false);
  const isHydrated = useHydrated();
  const deferred = useDeferredHydration();
  const close = useCallback(() => setIsOpen(false), []);

  useEffect(() => {
    const focused = document.activeElement;
    // Whoever is elsewhere on the page stays there.
    const wasInside = focused === null || focused === document.body || focused.closest('.visitor-panel') !== null;
    if (wasOpen.current && !isOpen && wasInside) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);

  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setIsOpen(true);
  };
  // A link is not pressed by the space bar, a button is.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    setIsOpen(true);
  };
  const asButton = isHydrated && ({ role: 'button', 'aria-haspopup': 'dialog', 'aria-expanded': isOpen } as const);

  return (
    <>
      <a
        ref={button}
        className="chatfab"
        href="/contact"
        {...asButton}
        {...deferred}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <AssistantAvatar id="brain_ai" size={64} />
        <span className="sr">Chat with us</span>
        <Badge>{VISITOR_CHAT_TEXTS.badge}</Badge>
      </a>
      <LazyVisitorPanel isOpen={isOpen} onClose={close} />
    </>
  );
}
