import { PROMOTION_RATES } from '#contract/billing/discounts.ts';
import { VISITOR_CHAT_TEXTS } from '#contract/chat/visitor-texts.ts';
import { DEMO_BOX_AFTER_MS, mentionsOffer, VISITOR_MESSAGE_MAX } from '#contract/chat/visitor-limits.ts';
import { createListeners } from '#src/lib/listeners.ts';
import { randomId } from '#src/lib/random-id.ts';
import type { askVisitor } from '#src/api/lazy/lazy-visitor.ts';
import { historyOf, takeUnanswered, type Conversation, type VisitorMessage } from './conversation.ts';
import { storeConversation, readConversation } from './stored-conversation.ts';

const GREETING = 'Hello. Ask me anything about the team, the plans or how it works.';
const OFFER = `If you have never paid for a plan here, your first month is ${PROMOTION_RATES['first-time'] * 100}% off. Want me to set it up for you?`;
/** The page was left while an answer was streaming. */
const LEFT = 'You moved to another page before I could answer. Want me to try again?';

export type ConversationState = Conversation & {
  /** `waiting` until the first words of the answer. */
  status: 'idle' | 'waiting' | 'speaking';
};

type Options = {
  ask: typeof askVisitor;
  disk: Pick<Storage, 'getItem' | 'setItem'> | null;
  /** Only people without an account qualify for the first-time discount. */
  isOffered: boolean;
  supportEmail: string;
  /** A sentence for refusals with a more specific reason than the apology, or null. May also report the failure elsewhere. */
  explain: (error: unknown) => Promise<string | null>;
};

const said = (content: string, rest: Pick<VisitorMessage, 'isUser' | 'kind'>): VisitorMessage => ({
  id: randomId(),
  content,
  timestamp: new Date().toISOString(),
  ...rest,
});

/** The conversation of one tab with the chatbot. React reads it through `subscribe` and `state`. */
export function createConversationStore({ ask, disk, isOffered, supportEmail, explain }: Options) {
  const { subscribe, notify } = createListeners();
  const stored = readConversation(disk) ?? { messages: [said(GREETING, { isUser: false })], offer: 'none' };
  // The offer ends once the guest has an account.
  const offer = isOffered || stored.offer === 'none' ? stored.offer : 'over';
  let state: ConversationState = { ...stored, offer, status: 'idle' };
  let leaving = new AbortController();
  let boxTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (next: Partial<ConversationState>) => {
    state = { ...state, ...next };
    notify();
  };
  const persist = () => storeConversation(state, disk);
  const add = (message: VisitorMessage) => change({ messages: [...state.messages, message] });

  function addText(piece: string): void {
    const last = state.messages.at(-1);
    if (state.status === 'speaking' && last) {
      const grown = { ...last, content: last.content + piece };
      change({ messages: [...state.messages.slice(0, -1), grown] });
    } else change({ status: 'speaking', messages: [...state.messages, said(piece, { isUser: false })] });
  }

  function askForDemo(): void {
    clearTimeout(boxTimer);
    boxTimer = setTimeout(() => {
      change({ offer: 'asked' });
      persist();
    }, DEMO_BOX_AFTER_MS);
  }

  function makeOffer(): void {
    const reply = state.messages.at(-1)?.content ?? '';
    if (!isOffered || state.offer !== 'none' || !mentionsOffer(reply)) return;
    change({ offer: 'made', messages: [...state.messages, said(OFFER, { isUser: false, kind: 'offer' })] });
    askForDemo();
  }

  async function put(question: string): Promise<void> {
    const conversationHistory = historyOf(state);
    const { signal } = leaving;
    add(said(question, { isUser: true }));
    change({ status: 'waiting' });
    persist();
    try {
      await ask({ message: question, conversationHistory, teammate: 'brain_ai' }, { onText: addText, signal });
      makeOffer();
    } catch (error) {
      const sentence = signal.aborted ? LEFT : await explain(error);
      add(said(sentence ?? VISITOR_CHAT_TEXTS.apology(supportEmail), { isUser: false, kind: 'apology' }));
    }
    change({ status: 'idle' });
    persist();
  }

  return {
    state: () => state,
    subscribe,

    /** False if there is nothing to send or a reply is pending: such a send is ignored (VISITOR-5). */
    send: (typed: string): boolean => {
      const question = typed.trim();
      if (question === '' || question.length > VISITOR_MESSAGE_MAX || state.status !== 'idle') return false;
      void put(question);
      return true;
    },

    /** Retries the question that an apology followed. */
    retry: (): void => {
      const unanswered = state.status === 'idle' ? takeUnanswered(state) : null;
      if (!unanswered) return;
      change(unanswered.before);
      void put(unanswered.question);
    },

    /** Closes the demo box, with a message from the bot if it was submitted. */
    closeBox: (farewell?: string): void => {
      clearTimeout(boxTimer);
      change({ offer: 'over' });
      if (farewell !== undefined) add(said(farewell, { isUser: false, kind: 'offer' }));
      persist();
    },

    /** Resumes what an earlier page began, while this page is open. Returns the stop function. */
    start: (): (() => void) => {
      leaving = new AbortController();
      if (state.status === 'idle' && state.messages.at(-1)?.isUser) add(said(LEFT, { isUser: false, kind: 'apology' }));
      if (state.offer === 'made') askForDemo();
      return () => {
        clearTimeout(boxTimer);
        leaving.abort();
      };
    },
  };
}
