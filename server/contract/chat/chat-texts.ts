import type { TurnFailure } from './chat.ts';

/** What people see when an answer fails (TEXT-30 to TEXT-33). */
export const TURN_FAILURE_TEXTS: Record<TurnFailure, string> = {
  error: 'Sorry, I encountered an error. Please try again.',
  quota: 'The AI service is currently unavailable due to quota limits. Please try again later or contact support.',
  network: 'Network error. Please check your connection and try again.',
  timeout: 'Request timed out. Please try again with a shorter message.',
};

/** The conversation list, the thread and the composer (TEXT-27, TEXT-28). */
export const CHAT_TEXTS = {
  searchPlaceholder: 'Search conversations...',
  noneFound: 'No conversations found',
  noneYet: 'No conversations yet',
  loading: 'Loading...',
  empty: 'Start a conversation by typing a message below.',
  inputPlaceholder: 'Type your message...',
} as const;
export const defaultTitle = (assistantName: string) => `Chat with ${assistantName}`;

/** What the composer says when a message can't be sent. */
export const SEND_TOASTS = {
  usageCheckFailed: { title: 'Error', text: 'Unable to check usage limits. Please try again.' },
  conversationFailed: { title: 'Error', text: 'Failed to create conversation. Please try again.' },
  conversationDeleted: {
    title: 'This conversation was deleted',
    text: 'Your message is waiting in a new conversation. It hasn’t been sent.',
  },
} as const;
