import type { ErrorCode } from '#contract/errors.ts';
import type { AnswerPosition } from '#contract/chat/chat.ts';
import { DEAD_AFTER_MS, FOLLOWED_MAX, type FollowedAnswer, type LiveStreamEvent } from '#contract/live.ts';
import type { OpenLiveStream, Wanted } from './open-live-stream.ts';

type Options = {
  open: OpenLiveStream;
  /** False while opening is pointless. */
  canOpen: () => boolean;
  onEvent: (event: LiveStreamEvent) => void;
  /** The stream broke or was refused; it is opened again after a pause. */
  onTrouble: () => void;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A stream that brought something this recently is alive when the page is shown again. */
const ALIVE_MS = 1_000;

const isBehind = (reader: AnswerPosition, stream: AnswerPosition) =>
  reader.attempt < stream.attempt || (reader.attempt === stream.attempt && reader.offset < stream.offset);

/**
 * The one connection of a browser, which its leading tab holds. Keeps where each answer is, but none of their text: a reader who is
 * further back makes the stream start again from there.
 */
export function createLiveStream({ open, canOpen, onEvent, onTrouble }: Options) {
  const positions = new Map<string, AnswerPosition>();
  let hasBell = false;
  let closeStream: (() => void) | null = null;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let aliveAt = 0;

  const disconnect = () => {
    clearTimeout(opening);
    clearTimeout(silence);
    closeStream?.();
    closeStream = null;
  };
  const openAfter = (waitMs: number) => {
    disconnect();
    opening = setTimeout(connect, waitMs);
  };
  const listenOn = () => {
    aliveAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(connect, DEAD_AFTER_MS);
  };
  const disconnectIfIdle = () => {
    if (positions.size === 0 && !hasBell) disconnect();
  };
  const receive = (event: LiveStreamEvent) => {
    pauseMs = FIRST_PAUSE_MS;
    listenOn();
    if (event.type === 'bell') return onEvent(event);
    // No tab follows it anymore.
    if (!positions.has(event.messageId)) return;
    const isFull = positions.size > FOLLOWED_MAX;
    if (event.type === 'text') {
      const { attempt, offset, text } = event;
      positions.set(event.messageId, { attempt, offset: offset + text.length });
    } else positions.delete(event.messageId);
    disconnectIfIdle();
    // Its place is free for an answer that had none.
    if (event.type !== 'text' && isFull) openAfter(0);
    onEvent(event);
  };
  const lose = (code: ErrorCode | null) => {
    // This person has too many streams open, so a new one must wait until another ends.
    if (code === 'TOO_MANY_STREAMS') pauseMs = LONGEST_PAUSE_MS;
    openAfter(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    onTrouble();
  };
  function connect() {
    disconnect();
    const answers = Array.from(positions, ([messageId, position]): FollowedAnswer => ({ messageId, ...position }));
    if (answers.length === 0 && !hasBell) return;
    if (!canOpen()) return openAfter(LONGEST_PAUSE_MS);
    listenOn();
    let isCurrent = true;
    const ifCurrent =
      <A extends unknown[]>(act: (...args: A) => void) =>
      (...args: A) => {
        if (isCurrent) act(...args);
      };
    const reader = { onEvent: ifCurrent(receive), onAlive: ifCurrent(listenOn), onOver: ifCurrent(lose) };
    // The ones asked for last: they are on a screen that someone is looking at.
    const close = open({ answers: answers.slice(-FOLLOWED_MAX), bell: hasBell }, reader);
    closeStream = () => {
      isCurrent = false;
      close();
    };
  }

  return {
    /** Follows these answers too, and the bell; `waitMs` lets more readers join before it reconnects. Does nothing for those it is already bringing. */
    follow: ({ answers, bell }: Wanted, waitMs: number) => {
      let isChanged = bell && !hasBell;
      hasBell ||= bell;
      for (const { messageId, ...position } of answers) {
        const known = positions.get(messageId);
        if (known && !isBehind(position, known)) continue;
        positions.delete(messageId);
        positions.set(messageId, position);
        isChanged = true;
      }
      if (isChanged) openAfter(waitMs);
    },
    forget: (messageId: string) => {
      positions.delete(messageId);
      disconnectIfIdle();
    },
    forgetBell: () => {
      hasBell = false;
      disconnectIfIdle();
    },
    /** Connects again without a pause. `isSuspect` says that an open connection is certainly broken. */
    resume: (isSuspect: boolean) => {
      if (!isSuspect && closeStream && Date.now() - aliveAt < ALIVE_MS) return;
      pauseMs = FIRST_PAUSE_MS;
      // Deferred, because a returning network fires several events.
      openAfter(0);
    },
    close: () => {
      positions.clear();
      hasBell = false;
      disconnect();
    },
  };
}
