import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { VISITOR_CHAT_TEXTS } from '#contract/chat/visitor-texts.ts';
import { isPlainClick } from '#src/lib/is-plain-click.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { pressedKey } from '#src/lib/pressed-key.ts';
import './visitor-chat.css';

const LazyVisitorPanel = lazyDialog(async () => (await import('./visitor-panel.tsx')).VisitorPanel);

/** The chatbot of the public pages (VISITOR-1): a button in the corner, and on a phone a part of the bar at the bottom. Without scripts its button leads to the contact form. */
export function VisitorChat() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLAnchorElement>(null);
  const wasOpen = useRef(false);
  const isHydrated = useHydrated();
  const deferred = useDeferredHydration();
  const close = useCallback(() => setIsOpen(false), []);

  useEffect(() => {
    const focused = document.activeElement;
    // If the focus is elsewhere on the page, it stays there.
    const wasInside = focused === null || focused === document.body || focused.closest('.visitor-panel') !== null;
    if (wasOpen.current && !isOpen && wasInside) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);

  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setIsOpen(true);
  };
  // The space bar presses a button but not a link.
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== ' ') return;
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
        <span className="face">
          <AssistantAvatar id="brain_ai" size={64} />
          <Badge>{VISITOR_CHAT_TEXTS.badge}</Badge>
        </span>
        <span className="label">{VISITOR_CHAT_TEXTS.launcher}</span>
      </a>
      <LazyVisitorPanel isOpen={isOpen} onClose={close} />
    </>
  );
}
