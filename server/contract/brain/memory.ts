import { z } from 'zod';
import { idSchema, messageIdSchema } from '../ids.ts';
import { statementSchema } from './fact-schemas.ts';

/** Why something that the owner asked for wasn't done to what the team knows. */
export type MemoryRefusal =
  | 'private' // the chat is private
  | 'off' // the owner has switched learning from chats off
  | 'gone' // the message was edited or deleted
  | 'secret'
  | 'full'
  | 'no-such-fact'
  | 'not-asked' // the words of the order aren't in the owner's message
  | 'unreadable'; // the model's arguments can't be read

/** The most facts that an order to forget may choose among. */
export const CANDIDATES_MAX = 10;

/**
 * What a turn did about what the team knows because its question asked for it, as it is stored with the turn. Facts are
 * named by id: their own state says whether they have come back since.
 */
export type MemoryAction =
  | { kind: 'remembered' | 'known' | 'forgotten'; factIds: string[] }
  /** The facts that were replaced: the corrected one, then what disagreed with it. */
  | { kind: 'corrected'; factIds: string[] }
  /** How answers should be was set or ended: the message's preferences say how. */
  | { kind: 'preferences' }
  /** Several facts may be meant. The owner chooses one of them, all or none. */
  | { kind: 'choose'; factIds: string[]; isSettled: boolean }
  /**
   * Everything is to be forgotten, which is asked once. `count` facts were known then, numbered up to `upTo`.
   * `hasSettings` if typed ones had made settings for answers, which are undone with them.
   */
  | { kind: 'everything'; count: number; upTo: number; step: 'asked' | 'forgotten' | 'kept'; hasSettings?: boolean }
  /**
   * What is to be remembered isn't clear. `reading` is what the teammate takes it for, `order` are the owner's words,
   * and `replaces` is the number of the fact that it corrects.
   */
  | { kind: 'unclear'; reading: string; order: string; replaces: number | null; step: 'asked' | 'kept' | 'dismissed' }
  | { kind: 'refused'; reason: MemoryRefusal };

/** What the owner answers to what an action of a turn asks about, or does to what it did. */
export const settleMemorySchema = z.object({
  answerId: messageIdSchema,
  /** The place of the action among those of the turn, counted from 0. */
  action: z.number().int().min(0),
  choice: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('forget'), factIds: z.array(idSchema).min(1).max(CANDIDATES_MAX) }),
    z.object({ kind: z.literal('forget-all') }),
    z.object({ kind: z.literal('leave') }),
    z.object({ kind: z.literal('undo') }),
    z.object({ kind: z.literal('keep'), statement: statementSchema }),
  ]),
});
export type MemoryChoice = z.output<typeof settleMemorySchema>['choice'];
