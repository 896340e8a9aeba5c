import type { AnswerEvent } from '#contract/chat/chat.ts';
import type { ResumeCause } from '#src/api/on-resume.ts';

type Reader = {
  onData: (event: AnswerEvent) => void;
  onError: () => void;
  onComplete: () => void;
  /** This person has too many streams open: only one of them that ends makes room. */
  onFull: () => void;
};
type Options = {
  /** Opens the stream from this offset on. */
  subscribe: (offset: number, reader: Reader) => { unsubscribe: () => void };
  /** How much of the answer is here already, in UTF-16 units. */
  length: () => number;
  /** Takes one event in; false means that text before it is missing. */
  apply: (event: AnswerEvent) => boolean;
  onEnd: () => void;
  /** The stream broke or was refused; it is opened again by itself after a pause. Reads what is there meanwhile. */
  onTrouble: () => void;
  /** False while opening a stream is no use. */
  canOpen: () => boolean;
  /** Calls when the page is shown again or the network changes; returns what ends that. */
  onResume: (listener: (cause: ResumeCause) => void) => () => void;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A stream quiet for this long may be one that nobody told us is dead. Opening it again costs one small request. */
const QUIET_MS = 10_000;
/** Words that came this lately prove, when a page is looked at, that the stream is alive. */
const ALIVE_MS = 1_000;

/** Follows one answer to its end, through broken connections, sleep and missing pieces. Returns what stops it. */
export function followAnswer(options: Options): () => void {
  const { subscribe, length, apply, onEnd, onTrouble, canOpen, onResume } = options;
  let subscription: { unsubscribe: () => void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let heardAt = 0;

  const closeStream = () => {
    attempt += 1;
    clearTimeout(timer);
    subscription?.unsubscribe();
    subscription = null;
  };
  const openAfter = (waitMs: number) => {
    closeStream();
    timer = setTimeout(open, waitMs);
  };
  const reopenLater = () => {
    onTrouble();
    openAfter(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  };
  const pollSlowly = () => {
    pauseMs = LONGEST_PAUSE_MS;
    reopenLater();
  };
  const listenOn = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      closeStream();
      open();
    }, QUIET_MS);
  };
  const open = () => {
    if (!canOpen()) return openAfter(LONGEST_PAUSE_MS);
    const mine = attempt;
    const ifCurrent = (act: () => void) => () => {
      if (mine === attempt) act();
    };
    listenOn();
    subscription = subscribe(length(), {
      onData: (event) => {
        if (mine !== attempt) return;
        if (!apply(event)) return reopenLater();
        heardAt = Date.now();
        pauseMs = FIRST_PAUSE_MS;
        if (event.type !== 'end') return listenOn();
        stop();
        onEnd();
      },
      onError: ifCurrent(reopenLater),
      onComplete: ifCurrent(reopenLater),
      onFull: ifCurrent(pollSlowly),
    });
  };
  const stopListening = onResume((cause) => {
    if (cause === 'visible' && subscription && Date.now() - heardAt < ALIVE_MS) return;
    pauseMs = FIRST_PAUSE_MS;
    // After this moment: a network that comes back is announced in several ways.
    openAfter(0);
  });
  const stop = () => {
    closeStream();
    stopListening();
  };

  open();
  return stop;
}
