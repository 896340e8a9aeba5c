import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { announce } from '#src/lib/announce.ts';
import { toastError } from '#src/lib/app-error.ts';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { ChatMessage } from '../chat-types.ts';
import { useExchange } from '../thread/exchange-context.ts';
import { useShowVersion } from './use-show-version.ts';

type VersionSwitchProps = {
  conversationId: string;
  message: Pick<ChatMessage, 'id' | 'versions'>;
  /** What it switches between, as shown on the screen. */
  what: 'your question' | 'this answer';
};

/** The distance of this part's message from the top of the view, in pixels. */
function offsetInView(part: HTMLElement | null): number {
  const [row, view] = [part?.closest('.log-row'), part?.closest('[role="log"]')];
  return row && view ? row.getBoundingClientRect().top - view.getBoundingClientRect().top : 0;
}

/** Nothing has the focus, or a button that was pressed and can't be pressed now. */
const isFocusFree = () => document.activeElement === document.body || document.activeElement?.matches(':disabled');

/** For how many animation frames the message may be rendered, and rendered anew. */
const FOCUS_FRAMES = 60;

/**
 * Moves the focus to the same button of the version now shown, or to the other button if that one is disabled. The
 * list is rendered twice, first with the version and then at its place, so the focus may be lost once more.
 * A click elsewhere in the meantime ends this.
 */
function focusSwitch(messageId: string, label: string): void {
  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener('pointerdown', () => ended.abort(), { signal });
  const tryFocus = (frames: number) => {
    if (signal.aborted) return;
    const group = document.querySelector(`[data-message="${messageId}"] .versions`);
    const button = group?.querySelector<HTMLElement>(`button[aria-label="${label}"]:enabled`);
    const target = button ?? group?.querySelector<HTMLElement>('button:enabled');
    if (isFocusFree()) target?.focus({ preventScroll: true });
    if (frames > 0) requestAnimationFrame(() => tryFocus(frames - 1));
    else ended.abort();
  };
  tryFocus(FOCUS_FRAMES);
}

const [PREVIOUS, NEXT] = ['Previous version', 'Next version'];

/** Switches between the versions of a message and what came after each. The teammate sees only the one shown. */
export function VersionSwitch({ conversationId, message, what }: VersionSwitchProps) {
  const { isBusy, leaveLink } = useExchange();
  const wanted = useRef(NEXT);
  const group = useRef<HTMLDivElement>(null);
  const { versions } = message;
  const { mutate, isPending } = useShowVersion(
    conversationId,
    (messageId) => {
      focusSwitch(messageId, wanted.current);
      announce(`Version ${versions.indexOf(messageId) + 1} of ${versions.length}`);
      return { messageId, offset: offsetInView(group.current), isLinked: false };
    },
    toastError,
  );
  const at = versions.indexOf(message.id);
  const [before, after] = [versions[at - 1], versions[at + 1]];
  const isDisabled = isBusy || isPending;
  const show = (label: typeof wanted.current) => {
    const messageId = label === NEXT ? after : before;
    if (isDisabled || messageId === undefined) return;
    wanted.current = label;
    leaveLink();
    mutate({ conversationId, messageId });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === 'ArrowLeft') show(PREVIOUS);
    if (key === 'ArrowRight') show(NEXT);
  };
  return (
    <div className="versions" role="group" aria-label={`Versions of ${what}`} ref={group}>
      <IconButton
        label={PREVIOUS}
        disabled={isDisabled || !before}
        onClick={() => show(PREVIOUS)}
        onKeyDown={onKeyDown}
      >
        <ChevronLeft className="icon sm" aria-hidden="true" />
      </IconButton>
      <span className="num">{`${at + 1} of ${versions.length}`}</span>
      <IconButton label={NEXT} disabled={isDisabled || !after} onClick={() => show(NEXT)} onKeyDown={onKeyDown}>
        <ChevronRight className="icon sm" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
