import type { BellEvent, FollowedAnswer, LiveStreamEvent } from '#contract/live.ts';
import type { WebLocks } from '#src/lib/storage/web-locks.ts';
import { createLeadership } from './leadership.ts';
import { createLiveStream } from './live-stream.ts';
import type { AnswerReader, BellReader, Tab, TabCall, TabChannel } from './live-tab.ts';
import type { OpenLiveStream, Wanted } from './open-live-stream.ts';

type Options = {
  /** Names the build: tabs that run another one may speak differently, so they share nothing with this. */
  build: string;
  tab: Tab;
  locks: WebLocks | undefined;
  openChannel: (name: string, hear: (call: TabCall) => void) => TabChannel;
  open: OpenLiveStream;
  canOpen: () => boolean;
};

/** A new leader waits this long for the others to say what they follow, and so does a running one before it reconnects. */
const GATHER_MS = 50;
/** A leader that hasn't replied by then is suspended, and a tab that someone is looking at takes over. */
const REPLY_MS = 1_500;
/** A tab that hasn't heard from the leader for this long asks whether it's still there. */
const SILENCE_MS = 10_000;
/** The pause before missing text is asked for again. */
const REPAIR_MS = 500;

/**
 * The connection that all tabs of a person in this browser share: the leading tab holds it and passes on what it brings. Only tabs that
 * follow something take part. A tab that someone is looking at takes the lead from one that is hidden, because browsers slow down and suspend
 * hidden tabs. Every position is the reader's own, so a change of leader neither loses nor doubles text.
 */
export function createLiveConnection({ build, tab, locks, openChannel, open, canOpen }: Options) {
  const readers = new Set<AnswerReader>();
  const bells = new Set<BellReader>();
  /** The answers that other tabs follow, as far as the leader has been told. */
  const elsewhere = new Set<string>();
  let isBellElsewhere = false;
  /** What a tab that joins hasn't heard. */
  let lastBell: BellEvent | undefined;
  let name: string | undefined;
  let channel: TabChannel | undefined;
  let stopListening: (() => void) | undefined;
  let listening: ReturnType<typeof setTimeout> | undefined;
  let repairing: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;

  const say = (call: TabCall) => channel?.say(call);
  const introduce = (isNew: boolean) => say({ type: 'lead', isNew, isVisible: tab.isVisible() });
  const wanted = (): Wanted => ({
    answers: Array.from(readers, ({ messageId, position }): FollowedAnswer => ({ messageId, ...position() })),
    bell: bells.size > 0,
  });
  const reportTrouble = () => {
    for (const { onTrouble } of [...readers, ...bells]) onTrouble();
  };

  const stream = createLiveStream({
    open,
    canOpen,
    onEvent: (event) => {
      if (event.type === 'bell') {
        lastBell = event;
        if (isBellElsewhere) say({ type: 'event', event });
        return deliver(event);
      }
      if (elsewhere.has(event.messageId)) say({ type: 'event', event });
      if (event.type !== 'text') elsewhere.delete(event.messageId);
      deliver(event);
    },
    onTrouble: () => {
      // It may have changed by the time that the connection is back.
      lastBell = undefined;
      say({ type: 'trouble' });
      reportTrouble();
    },
  });
  const leadership = createLeadership({
    locks,
    onLead: (wasFree) => {
      clearTimeout(listening);
      isAsking = false;
      introduce(true);
      stream.follow(wanted(), wasFree ? 0 : GATHER_MS);
    },
    onLost: () => {
      forgetOthers();
      stream.close();
      ask();
    },
  });

  function forgetOthers(): void {
    elsewhere.clear();
    isBellElsewhere = false;
    lastBell = undefined;
  }
  function listenOn(): void {
    clearTimeout(listening);
    listening = setTimeout(ask, SILENCE_MS);
  }
  function takeLead(): void {
    if (name !== undefined) leadership.take(name);
  }
  function ask(): void {
    if (name === undefined || leadership.isLeading()) return;
    isAsking = true;
    say({ type: 'ask', ...wanted() });
    clearTimeout(listening);
    listening = setTimeout(() => (tab.isVisible() ? takeLead() : listenOn()), REPLY_MS);
  }
  function restate(): void {
    if (leadership.isLeading()) stream.follow(wanted(), GATHER_MS);
    else ask();
  }
  function repair({ onTrouble }: AnswerReader): void {
    // Until the leader has replied, what it brings is for the others.
    if (isAsking || repairing !== undefined) return;
    onTrouble();
    repairing = setTimeout(() => {
      repairing = undefined;
      restate();
    }, REPAIR_MS);
  }
  function deliver(event: LiveStreamEvent): void {
    if (event.type === 'bell') {
      for (const { onUnread } of bells) onUnread(event.unread);
      return;
    }
    for (const reader of readers) {
      if (reader.messageId !== event.messageId) continue;
      if (!reader.onEvent(event)) repair(reader);
      else if (event.type !== 'text') remove(reader);
    }
  }
  function hear(call: TabCall): void {
    if (call.type === 'ask') {
      if (!leadership.isLeading()) return;
      for (const { messageId } of call.answers) elsewhere.add(messageId);
      isBellElsewhere ||= call.bell;
      if (call.bell && lastBell) say({ type: 'event', event: lastBell });
      stream.follow(call, GATHER_MS);
      return introduce(false);
    }
    // Another leader has just taken over, or has not yet noticed that this tab did.
    if (leadership.isLeading()) return;
    listenOn();
    if (call.type === 'event') return deliver(call.event);
    if (call.type === 'trouble') return reportTrouble();
    isAsking = false;
    if (tab.isVisible() && !call.isVisible) takeLead();
    else if (call.isNew) ask();
  }

  const channelName = () => {
    const personId = tab.personId();
    return personId === undefined ? undefined : `tenfold-live-${build}-${personId}`;
  };
  function begin(): void {
    // Without locks each tab connects for itself, so only those that someone is looking at do.
    if (!locks && !tab.isVisible()) return;
    name = channelName();
    if (name === undefined) return;
    if (locks) channel = openChannel(name, hear);
    leadership.join(name);
    ask();
  }
  function suspend(): void {
    clearTimeout(listening);
    clearTimeout(repairing);
    repairing = undefined;
    isAsking = false;
    leadership.leave();
    stream.close();
    forgetOthers();
    channel?.close();
    channel = undefined;
    name = undefined;
  }
  function remove(reader: AnswerReader): void {
    if (!readers.delete(reader)) return;
    const { messageId } = reader;
    const isWanted = elsewhere.has(messageId) || Array.from(readers).some((other) => other.messageId === messageId);
    if (!isWanted) stream.forget(messageId);
    endIfUnused();
  }
  function endIfUnused(): void {
    if (readers.size + bells.size > 0) return;
    suspend();
    stopListening?.();
    stopListening = undefined;
  }
  function join(): void {
    stopListening ??= tab.listen(on);
    if (name === undefined) begin();
    else restate();
  }
  const on: Parameters<Tab['listen']>[0] = {
    onHidden: () => {
      if (!locks) suspend();
      else if (leadership.isLeading()) introduce(false);
    },
    onSuspend: suspend,
    onResume: (cause) => {
      if (name === undefined) begin();
      else if (leadership.isLeading()) stream.resume(cause === 'reconnected');
      else ask();
    },
    onPerson: () => {
      if (name === channelName()) return;
      suspend();
      begin();
    },
  };

  return {
    /** Follows an answer to its end, through broken connections and changes of the leading tab. Returns the stop function. */
    follow: (reader: AnswerReader): (() => void) => {
      readers.add(reader);
      join();
      return () => remove(reader);
    },

    /** Keeps a bell's count up to date. Returns the stop function. */
    followBell: (bell: BellReader): (() => void) => {
      bells.add(bell);
      join();
      return () => {
        bells.delete(bell);
        if (bells.size === 0 && !isBellElsewhere) stream.forgetBell();
        endIfUnused();
      };
    },
  };
}
