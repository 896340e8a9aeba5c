import { errorCode, missingStepIn } from '#src/lib/app-error.ts';
import type { PersonalStore } from '#src/lib/storage/personal-store.ts';
import type { StartedTurn } from '#src/api/tabs.ts';
import {
  adoptOutgoing,
  isSameThread,
  listOutgoing,
  nextOutgoing,
  outboxKey,
  removeOutgoing,
  threadOf,
  type Outgoing,
} from './outbox.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** How long to leave a conversation alone while its answer streams; the sender resumes earlier if the answer ends. */
const ANSWER_PAUSE_MS = 1_500;

type Options = {
  userId: string;
  store: PersonalStore;
  /** False while there is no connection or no session. */
  canSend: () => boolean;
  /** Whether this page still belongs to the signed-in person: checked before sending messages that have waited for long. */
  confirmPerson: () => Promise<boolean>;
  send: (outgoing: Outgoing) => Promise<StartedTurn>;
  /** Runs while no other tab sends. */
  exclusively: (work: () => Promise<boolean>) => Promise<boolean>;
  onSent: (sent: Outgoing, turn: StartedTurn) => Promise<void>;
  /** An answer that this page may not know of has to end first. */
  onBusy: (waiting: Outgoing) => void;
  /** The server refused: these texts go back into their box, in order. */
  onRefused: (refused: Outgoing[], error: unknown) => void;
};

/** The screen's part: if it fails, the outbox continues. */
async function orReport(tell: () => unknown): Promise<void> {
  try {
    await tell();
  } catch (error) {
    reportError(error);
  }
}

/** Empties the outbox: each message once, in order, and after the answers in its conversation. */
export function createOutboxSender(options: Options) {
  const { userId, store, canSend, confirmPerson, send, exclusively, onSent, onBusy, onRefused } = options;
  const restUntil = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let isRunning = false;
  let isWanted = false;
  let isClosed = false;
  // The page's guard has just checked.
  let isPersonSure = true;
  let pausedUntil = 0;

  const list = () => listOutgoing(store, userId);
  const isResting = (thread: string) => (restUntil.get(thread) ?? 0) > Date.now();
  const rest = (thread: string) => restUntil.set(thread, Date.now() + ANSWER_PAUSE_MS);
  const runAt = (time: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, time - Date.now());
  };
  const nextNow = () => {
    const mayTry = !isClosed && canSend() && Date.now() >= pausedUntil;
    return mayTry ? nextOutgoing(list(), isResting) : undefined;
  };

  const pause = () => {
    pausedUntil = Date.now() + pauseMs;
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    return false;
  };
  const refuse = (first: Outgoing, error: unknown) => {
    // The messages behind it would meet the same refusal, or arrive without their context.
    const refused = list().filter((outgoing) => isSameThread(outgoing, first));
    for (const { id } of refused) removeOutgoing(store, userId, id);
    void orReport(() => onRefused(refused, error));
  };
  const settle = async (sent: Outgoing, turn: StartedTurn) => {
    pauseMs = FIRST_PAUSE_MS;
    if (turn.answer.status === 'streaming') rest(turn.conversation.id);
    // It's in the thread before it leaves the outbox, so that it never disappears from view.
    await orReport(() => onSent(sent, turn));
    adoptOutgoing(store, userId, sent, turn.conversation.id);
    removeOutgoing(store, userId, sent.id);
  };

  /** Sends the next message. False if nothing can be sent now. */
  const sendNext = async (): Promise<boolean> => {
    const next = nextNow();
    if (!next) return false;
    let turn: StartedTurn | undefined;
    try {
      isPersonSure ||= await confirmPerson();
      if (!isPersonSure) return pause();
      turn = await send(next);
    } catch (error) {
      const code = errorCode(error);
      // No answer, or none that says whether the message arrived: the same id makes a retry safe.
      if (code === null || code === 'DATABASE_UNAVAILABLE' || missingStepIn(error) !== null) return pause();
      if (code !== 'REPLY_PENDING') refuse(next, error);
      else {
        rest(threadOf(next));
        void orReport(() => onBusy(next));
      }
    }
    if (turn) await settle(next, turn);
    return true;
  };

  function run(): void {
    isWanted = true;
    if (isRunning || isClosed) return;
    isRunning = true;
    void (async () => {
      try {
        while (isWanted) {
          isWanted = false;
          while (nextNow() && (await exclusively(sendNext)));
        }
      } catch (error) {
        reportError(error);
        pause();
      }
      isRunning = false;
      const ready = list().map((outgoing) => Math.max(pausedUntil, restUntil.get(threadOf(outgoing)) ?? 0));
      if (ready.length > 0 && canSend() && !isClosed) runAt(Math.min(...ready));
    })();
  }

  const stopListening = store.subscribe(outboxKey(userId), run);
  run();
  return {
    /** The connection or the session is back. */
    retryNow: (): void => {
      isPersonSure = false;
      pausedUntil = 0;
      run();
    },
    /** The answer in this conversation has ended. */
    answered: (conversationId: string): void => {
      restUntil.delete(conversationId);
      run();
    },
    close: (): void => {
      isClosed = true;
      clearTimeout(timer);
      stopListening();
    },
  };
}
export type OutboxSender = ReturnType<typeof createOutboxSender>;
