import { PROMOTION_RATES } from '#contract/billing/discounts.ts';
import { VISITOR_CHAT_TEXTS } from '#contract/texts.ts';
import { DEMO_BOX_AFTER_MS, mentionsOffer, VISITOR_MESSAGE_MAX } from '#contract/chat/visitor-limits.ts';
import { randomId } from '#src/lib/random-id.ts';
import type { askVisitor } from '#src/api/lazy/lazy-visitor.ts';
import { historyOf, takeUnanswered, type Conversation, type VisitorMessage } from './conversation.ts';
import { keepConversation, readConversation } from './kept-conversation.ts';

const GREETING = 'Hello. Ask me anything about the team, the plans or how it works.';
const OFFER = `If you have never paid for a plan here, your first month is ${PROMOTION_RATES['first-time'] * 100}% off. Shall I get it ready for you?`;
/** A page was left while an answer was on its way. */
const LEFT = 'You went on to another page before I could answer. Shall I try again?';

export type TalkState = Conversation & {
  /** `waiting` until the first words of the answer. */
  status: 'idle' | 'waiting' | 'speaking';
};

type Options = {
  ask: typeof askVisitor;
  disk: Pick<Storage, 'getItem' | 'setItem'> | null;
  /** Only who has no account can have the first-time discount. */
  isOffered: boolean;
  supportEmail: string;
  /** The sentence about a refusal that says more than the apology, or null. It may tell of the failure elsewhere too. */
  explain: (error: unknown) => Promise<string | null>;
};

const said = (content: string, rest: Pick<VisitorMessage, 'isUser' | 'kind'>): VisitorMessage => ({
  id: randomId(),
  content,
  timestamp: new Date().toISOString(),
  ...rest,
});

/** The talk of one tab with the chatbot. React reads it through `subscribe` and `state`. */
export function createConversationStore({ ask, disk, isOffered, supportEmail, explain }: Options) {
  const listeners = new Set<() => void>();
  const kept = readConversation(disk) ?? { messages: [said(GREETING, { isUser: false })], offer: 'none' };
  // Made to a guest who has an account by now, an offer is over.
  const offer = isOffered || kept.offer === 'none' ? kept.offer : 'over';
  let state: TalkState = { ...kept, offer, status: 'idle' };
  let leaving = new AbortController();
  let boxTimer: ReturnType<typeof setTimeout> | undefined;

  const change = (next: Partial<TalkState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const keep = () => keepConversation(state, disk);
  const add = (message: VisitorMessage) => change({ messages: [...state.messages, message] });

  function hear(piece: string): void {
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
      keep();
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
    keep();
    try {
      await ask({ message: question, conversationHistory, teammate: 'brain_ai' }, { onText: hear, signal });
      makeOffer();
    } catch (error) {
      const sentence = signal.aborted ? LEFT : await explain(error);
      add(said(sentence ?? VISITOR_CHAT_TEXTS.apology(supportEmail), { isUser: false, kind: 'apology' }));
    }
    change({ status: 'idle' });
    keep();
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** False where there is nothing to send or a reply is pending: that is ignored (spec §5). */
    send: (typed: string): boolean => {
      const question = typed.trim();
      if (question === '' || question.length > VISITOR_MESSAGE_MAX || state.status !== 'idle') return false;
      void put(question);
      return true;
    },

    /** Asks the question again that an apology came for. */
    retry: (): void => {
      const unanswered = state.status === 'idle' ? takeUnanswered(state) : null;
      if (!unanswered) return;
      change(unanswered.before);
      void put(unanswered.question);
    },

    /** The demo box goes, with words of the bot where it was sent. */
    closeBox: (farewell?: string): void => {
      clearTimeout(boxTimer);
      change({ offer: 'over' });
      if (farewell !== undefined) add(said(farewell, { isUser: false, kind: 'offer' }));
      keep();
    },

    /** While the page is there: goes on with what an earlier page had begun. Returns how to stop. */
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
