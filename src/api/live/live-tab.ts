import type { AnswerPosition } from '#contract/chat/chat.ts';
import type { LiveEvent, LiveStreamEvent } from '#contract/live.ts';
import type { ResumeCause } from '../on-resume.ts';
import type { Wanted } from './open-live-stream.ts';

/** A reader on this page who follows an answer to its end. */
export type AnswerReader = {
  messageId: string;
  /** How far it is already here. */
  position: () => AnswerPosition;
  /** Takes one event; false means that it doesn't follow what is here. Nothing comes after one that it takes and that isn't text. */
  onEvent: (event: LiveEvent) => boolean;
  /** The connection broke, or text is missing: show the saved answer in the meantime. */
  onTrouble: () => void;
};

/** The bell of this page. */
export type BellReader = { onUnread: (unread: number) => void; onTrouble: () => void };

/** What the tabs of one person say to each other. */
export type TabCall =
  /** A tab follows these answers, from here on, and has a bell. */
  | ({ type: 'ask' } & Wanted)
  /** From the tab that leads. `isNew`: it doesn't know yet what the others follow. */
  | { type: 'lead'; isNew: boolean; isVisible: boolean }
  | { type: 'event'; event: LiveStreamEvent }
  | { type: 'trouble' };

/** Reaches every other tab on the same channel, in order. */
export type TabChannel = { say: (call: TabCall) => void; close: () => void };
export type Tab = {
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
