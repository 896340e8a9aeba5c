import { errorCode, lackIn } from '#src/lib/app-error.ts';
import type { PersonalStore } from '#src/lib/personal-store.ts';
import type { StartedTurn } from '#src/api/tabs.ts';
import {
  adoptOutgoing,
  isSameThread,
  listOutgoing,
  nextOutgoing,
  removeOutgoing,
  threadOf,
  type Outgoing,
} from './outbox.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** How long a conversation rests whose answer is still on its way; its end wakes the sender earlier. */
const ANSWER_PAUSE_MS = 1_500;

type Options = {
  userId: string;
  store: PersonalStore;
  /** False while there is no connection or no session. */
  canSend: () => boolean;
  /** Whether this page still belongs to the one who is signed in: asked before what waited for long goes out. */
  confirmPerson: () => Promise<boolean>;
  send: (outgoing: Outgoing) => Promise<StartedTurn>;
  /** Runs while no other tab sends. */
  exclusively: (work: () => Promise<boolean>) => Promise<boolean>;
  onSent: (sent: Outgoing, turn: StartedTurn) => Promise<void>;
  /** An answer that this page may not know of has to end first. */
  onBusy: (waiting: Outgoing) => void;
  /** The server said no: these texts, in order, belong back in their box. */
  onRefused: (refused: Outgoing[], error: unknown) => void;
};

/** Empties the outbox: each message once, in order, one conversation's after its answers. */
export function createOutboxSender(options: Options) {
  const { userId, store, canSend, confirmPerson, send, exclusively, onSent, onBusy, onRefused } = options;
  const restUntil = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let isRunning = false;
  let isWanted = false;
  let isClosed = false;
  // The guard of the page has just looked.
  let isPersonSure = true;
  let pausedUntil = 0;

  const list = () => listOutgoing(store, userId);
  const isResting = (thread: string) => (restUntil.get(thread) ?? 0) > Date.now();
  const rest = (thread: string) => restUntil.set(thread, Date.now() + ANSWER_PAUSE_MS);
  const wakeAt = (time: number) => {
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
    // Those behind it would meet the same refusal, or arrive without what they refer to.
    const refused = list().filter((outgoing) => isSameThread(outgoing, first));
    for (const { id } of refused) removeOutgoing(store, userId, id);
    onRefused(refused, error);
  };
  const settle = async (sent: Outgoing, turn: StartedTurn) => {
    pauseMs = FIRST_PAUSE_MS;
    if (turn.answer.status === 'streaming') rest(turn.conversation.id);
    // It stands in the thread before it leaves the outbox, so that it is never out of sight.
    await onSent(sent, turn);
    adoptOutgoing(store, userId, sent, turn.conversation.id);
    removeOutgoing(store, userId, sent.id);
  };

  /** Sends the next message. False when there is nothing to send now. */
  const sendNext = async (): Promise<boolean> => {
    const next = nextNow();
    if (!next) return false;
    try {
      isPersonSure ||= await confirmPerson();
      if (!isPersonSure) return pause();
      await settle(next, await send(next));
    } catch (error) {
      const code = errorCode(error);
      // No answer, or none that says whether it arrived: the same id makes another try safe.
      if (code === null || lackIn(error) !== null) return pause();
      if (code !== 'REPLY_PENDING') refuse(next, error);
      else {
        rest(threadOf(next));
        onBusy(next);
      }
    }
    return true;
  };

  function run(): void {
    isWanted = true;
    if (isRunning || isClosed) return;
    isRunning = true;
    void (async () => {
      while (isWanted) {
        isWanted = false;
        while (nextNow() && (await exclusively(sendNext)));
      }
      isRunning = false;
      const ready = list().map((outgoing) => Math.max(pausedUntil, restUntil.get(threadOf(outgoing)) ?? 0));
      if (ready.length > 0 && canSend() && !isClosed) wakeAt(Math.min(...ready));
    })();
  }

  const stopListening = store.subscribe(run);
  run();
  return {
    /** There is a connection or a session again. */
    wake: (): void => {
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
