import { vi } from 'vitest';
import type { AnswerPosition } from '#contract/chat/chat.ts';
import type { FollowedAnswer, LiveEvent, LiveStreamEvent } from '#contract/live.ts';
import { browserLocks } from './browser-locks.ts';

// The shapes that `createLiveConnection` is given, because the tests' own code doesn't import the browser's.
type StreamReader = { onEvent: (event: LiveStreamEvent) => void; onOver: (code: null) => void };
type Wanted = { answers: FollowedAnswer[]; bell: boolean };
type Open = (asked: Wanted, reader: StreamReader) => () => void;
type OpenChannel<Call> = (name: string, hear: (call: Call) => void) => { say: (call: Call) => void; close: () => void };
type Cause = 'visible' | 'reconnected';
type On = { onHidden: () => void; onSuspend: () => void; onResume: (cause: Cause) => void; onPerson: () => void };
type Connect<Call> = (options: {
  build: string;
  tab: { personId: () => string | undefined; isVisible: () => boolean; listen: (on: On) => () => void };
  locks: ReturnType<typeof browserLocks> | undefined;
  openChannel: OpenChannel<Call>;
  open: Open;
  canOpen: () => boolean;
}) => {
  follow: (reader: {
    messageId: string;
    position: () => AnswerPosition;
    onEvent: (event: LiveEvent) => boolean;
    onTrouble: () => void;
  }) => () => void;
  followBell: (bell: { onUnread: (unread: number) => void; onTrouble: () => void }) => () => void;
};

const LATENCY_MS = 5;
type Stream = { tab: string; person: string; ids: string[]; bell: boolean; reader: StreamReader };

/** A server that writes answers and streams them. */
function aServer() {
  const answers = new Map<string, { attempt: number; text: string; isEnded: boolean }>();
  const streams = new Set<Stream>();
  const is = { down: false, opened: 0, unread: 0 };
  const to = (id: string, event: LiveEvent) => {
    for (const { ids, reader } of streams) if (ids.includes(id)) reader.onEvent(event);
  };
  const answerOf = (id: string) => answers.get(id) ?? { attempt: 1, text: '', isEnded: false };
  const open =
    (tab: string, person: string): Open =>
    ({ answers: asked, bell }, reader) => {
      is.opened += 1;
      const stream = { tab, person, ids: asked.map(({ messageId }) => messageId), bell, reader };
      const timer = setTimeout(() => {
        if (is.down) return reader.onOver(null);
        streams.add(stream);
        if (bell) reader.onEvent({ type: 'bell', unread: is.unread });
        for (const { messageId, ...from } of asked) {
          const { attempt, text, isEnded } = answerOf(messageId);
          const offset = from.attempt === attempt ? from.offset : 0;
          if (text.length > offset || from.attempt !== attempt)
            reader.onEvent({ messageId, type: 'text', attempt, offset, text: text.slice(offset) });
          if (isEnded) reader.onEvent({ messageId, type: 'end', attempt, status: 'complete', failure: null });
        }
      }, LATENCY_MS);
      return () => {
        clearTimeout(timer);
        streams.delete(stream);
      };
    };
  return {
    open,
    is,
    streams: () => [...streams],
    textOf: (id: string) => answerOf(id).text,
    write: (id: string, text: string) => {
      const { attempt, text: before } = answerOf(id);
      answers.set(id, { attempt, text: before + text, isEnded: false });
      to(id, { messageId: id, type: 'text', attempt, offset: before.length, text });
    },
    /** Another attempt at the answer begins. */
    rewrite: (id: string) => {
      const attempt = answerOf(id).attempt + 1;
      answers.set(id, { attempt, text: '', isEnded: false });
      to(id, { messageId: id, type: 'text', attempt, offset: 0, text: '' });
    },
    end: (id: string) => {
      const { attempt, text } = answerOf(id);
      answers.set(id, { attempt, text, isEnded: true });
      to(id, { messageId: id, type: 'end', attempt, status: 'complete', failure: null });
    },
    /** So many notifications are unread from now on. */
    ring: (unread: number) => {
      is.unread = unread;
      for (const { bell, reader } of streams) if (bell) reader.onEvent({ type: 'bell', unread });
    },
    refuse: (id: string) => to(id, { messageId: id, type: 'refused', code: 'NOT_FOUND' }),
    /** This tab no longer reads, and isn't told. */
    drop: (tab: string) => {
      for (const stream of streams) if (stream.tab === tab) streams.delete(stream);
    },
    breakLines: () => {
      for (const { reader } of streams) reader.onOver(null);
    },
  };
}

type Member<Call> = { name: string; tab: TabState; hear: (call: Call) => void };
type TabState = { id: string; isVisible: boolean; isFrozen: boolean; isGone: boolean; unheard: (() => void)[] };

/** Tabs of one browser, and the server they talk to. Time is vitest's fake one. */
export function aBrowser<Call>(connect: Connect<Call>, { hasLocks = true } = {}) {
  const server = aServer();
  const locks = browserLocks();
  const members = new Set<Member<Call>>();
  const said: Call[] = [];

  function channelOf(tab: TabState): OpenChannel<Call> {
    const deliver = (to: Member<Call>, call: Call) => {
      if (!members.has(to) || to.tab.isGone) return;
      if (to.tab.isFrozen) to.tab.unheard.push(() => deliver(to, call));
      else to.hear(call);
    };
    return (name, hear) => {
      const mine = { name, tab, hear };
      members.add(mine);
      return {
        say: (call) => {
          if (tab.isGone || tab.isFrozen) return;
          said.push(call);
          for (const other of members)
            if (other !== mine && other.name === name) setTimeout(deliver, 1, other, structuredClone(call));
        },
        close: () => void members.delete(mine),
      };
    };
  }

  let count = 0;
  function aTab({ isVisible = false, person = 'maya', build = 'one' } = {}) {
    const state: TabState = { id: `tab ${(count += 1)}`, isVisible, isFrozen: false, isGone: false, unheard: [] };
    const gone = Promise.withResolvers<void>();
    let on: On | undefined;
    const is: { person: string | undefined; online: boolean } = { person, online: true };
    const connection = connect({
      build,
      // The browser takes back the locks of a tab that crashes.
      locks: hasLocks
        ? {
            request: (name, options, work) =>
              locks.request(
                name,
                options,
                (lock) =>
                  // reason: a tab that is gone has no result
                  Promise.race([work(lock), gone.promise]) as ReturnType<typeof work>,
              ),
          }
        : undefined,
      openChannel: channelOf(state),
      open: (asked, reader) => server.open(state.id, is.person ?? '')(asked, reader),
      canOpen: () => is.online && !state.isGone && !state.isFrozen,
      tab: {
        personId: () => is.person,
        isVisible: () => state.isVisible && !state.isFrozen,
        listen: (listeners) => {
          on = listeners;
          return () => void (on = undefined);
        },
      },
    });

    /** Reads an answer like the chat: text is applied once, by its position. */
    function follow(messageId: string, text = '') {
      const seen = { attempt: 1, text, ends: 0, troubles: 0, refused: false };
      const stop = connection.follow({
        messageId,
        position: () => ({ attempt: seen.attempt, offset: seen.text.length }),
        onEvent: (event) => {
          if (event.type === 'refused') {
            seen.refused = true;
            return true;
          }
          const isNew = event.attempt > seen.attempt && event.type === 'text' && event.offset === 0;
          if (isNew) Object.assign(seen, { attempt: event.attempt, text: '' });
          if (event.attempt !== seen.attempt) return false;
          if (event.type === 'end') seen.ends += 1;
          else if (event.offset > seen.text.length) return false;
          else seen.text += event.text.slice(seen.text.length - event.offset);
          return true;
        },
        onTrouble: () => (seen.troubles += 1),
      });
      return { seen, stop };
    }
    /** Keeps what each event says, and how often there was trouble. */
    function followBell() {
      const heard = { unread: [] as number[], troubles: 0 };
      const stop = connection.followBell({
        onUnread: (unread) => heard.unread.push(unread),
        onTrouble: () => (heard.troubles += 1),
      });
      return { heard, stop };
    }
    return {
      id: state.id,
      is,
      follow,
      followBell,
      show: () => {
        state.isVisible = true;
        on?.onResume('visible');
      },
      hide: () => {
        state.isVisible = false;
        on?.onHidden();
      },
      /** The page goes into the browser's back/forward cache, or is closed. */
      leave: () => on?.onSuspend(),
      resume: (cause: Cause) => on?.onResume(cause),
      become: (other: string | undefined) => {
        is.person = other;
        on?.onPerson();
      },
      crash: () => {
        state.isGone = true;
        server.drop(state.id);
        gone.resolve();
      },
      /** Nothing of this tab runs until `thaw`; the browser keeps its locks. */
      freeze: () => {
        state.isFrozen = true;
        server.drop(state.id);
      },
      thaw: () => {
        state.isFrozen = false;
        for (const hear of state.unheard.splice(0)) hear();
      },
    };
  }
  /** Lets what is on its way arrive. */
  const settle = (ms = 200) => vi.advanceTimersByTimeAsync(ms);
  return { server, aTab, settle, said };
}
