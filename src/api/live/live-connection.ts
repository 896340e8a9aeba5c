import type { AnswerPosition } from '#contract/chat/chat.ts';
import type { FollowedAnswer, LiveEvent } from '#contract/live.ts';
import type { WebLocks } from '#src/lib/storage/web-locks.ts';
import type { ResumeCause } from '../on-resume.ts';
import { createLeadership } from './leadership.ts';
import { createLiveStream } from './live-stream.ts';
import type { OpenLiveStream } from './open-live-stream.ts';

/** A reader on this page who follows an answer to its end. */
type AnswerReader = {
  messageId: string;
  /** How far it is already here. */
  position: () => AnswerPosition;
  /** Takes one event; false means that it doesn't follow what is here. Nothing comes after one that it takes and that isn't text. */
  onEvent: (event: LiveEvent) => boolean;
  /** The connection broke, or text is missing: show the saved answer in the meantime. */
  onTrouble: () => void;
};

/** What the tabs of one person say to each other. */
type TabCall =
  /** A tab follows these answers, from here on. */
  | { type: 'ask'; answers: FollowedAnswer[] }
  /** From the tab that leads. `isNew`: it doesn't know yet what the others follow. */
  | { type: 'lead'; isNew: boolean; isVisible: boolean }
  | { type: 'event'; event: LiveEvent }
  | { type: 'trouble' };

/** Reaches every other tab on the same channel, in order. */
type TabChannel = { say: (call: TabCall) => void; close: () => void };
type Tab = {
  /** Whose page this is; tabs of different people share nothing. */
  personId: () => string | undefined;
  isVisible: () => boolean;
  /** Returns the function that stops listening. `onSuspend`: the page may stop running now, without another message. */
  listen: (on: {
    onHidden: () => void;
    onSuspend: () => void;
    onResume: (cause: ResumeCause) => void;
    onPerson: () => void;
  }) => () => void;
};
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
  /** The answers that other tabs follow, as far as the leader has been told. */
  const elsewhere = new Set<string>();
  let name: string | undefined;
  let channel: TabChannel | undefined;
  let stopListening: (() => void) | undefined;
  let listening: ReturnType<typeof setTimeout> | undefined;
  let repairing: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;

  const say = (call: TabCall) => channel?.say(call);
  const introduce = (isNew: boolean) => say({ type: 'lead', isNew, isVisible: tab.isVisible() });
  const positions = () =>
    Array.from(readers, ({ messageId, position }): FollowedAnswer => ({ messageId, ...position() }));
  const tellTrouble = () => {
    for (const { onTrouble } of readers) onTrouble();
  };

  const stream = createLiveStream({
    open,
    canOpen,
    onEvent: (event) => {
      if (elsewhere.has(event.messageId)) say({ type: 'event', event });
      if (event.type !== 'text') elsewhere.delete(event.messageId);
      deliver(event);
    },
    onTrouble: () => {
      say({ type: 'trouble' });
      tellTrouble();
    },
  });
  const leadership = createLeadership({
    locks,
    onLead: (wasFree) => {
      clearTimeout(listening);
      isAsking = false;
      introduce(true);
      stream.follow(positions(), wasFree ? 0 : GATHER_MS);
    },
    onLost: () => {
      elsewhere.clear();
      stream.close();
      ask();
    },
  });

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
    say({ type: 'ask', answers: positions() });
    clearTimeout(listening);
    listening = setTimeout(() => (tab.isVisible() ? takeLead() : listenOn()), REPLY_MS);
  }
  function restate(): void {
    if (leadership.isLeading()) stream.follow(positions(), GATHER_MS);
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
  function deliver(event: LiveEvent): void {
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
      stream.follow(call.answers, GATHER_MS);
      return introduce(false);
    }
    // Another leader has just taken over, or has not yet noticed that this tab did.
    if (leadership.isLeading()) return;
    listenOn();
    if (call.type === 'event') return deliver(call.event);
    if (call.type === 'trouble') return tellTrouble();
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
    elsewhere.clear();
    channel?.close();
    channel = undefined;
    name = undefined;
  }
  function remove(reader: AnswerReader): void {
    if (!readers.delete(reader)) return;
    const { messageId } = reader;
    const isWanted = elsewhere.has(messageId) || Array.from(readers).some((other) => other.messageId === messageId);
    if (!isWanted) stream.forget(messageId);
    if (readers.size > 0) return;
    suspend();
    stopListening?.();
    stopListening = undefined;
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
      stopListening ??= tab.listen(on);
      if (name === undefined) begin();
      else restate();
      return () => remove(reader);
    },
  };
}
