import { z } from 'zod';
import { idSchema, messageIdSchema } from '../ids.ts';
import { statementSchema } from './fact-schemas.ts';

/** Why a change to the team's knowledge that the owner asked for wasn't made. */
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
 * Changes to the team's knowledge that a turn's question asked for, as stored with the turn. Facts are
 * referenced by id: their own state says whether they have been restored since.
 */
export type MemoryAction =
  | { kind: 'remembered' | 'known' | 'forgotten'; factIds: string[] }
  /** The facts that were replaced: the corrected one, then those that disagreed with it. */
  | { kind: 'corrected'; factIds: string[] }
  /** Answer preferences were set or ended; the message's preferences say which. */
  | { kind: 'preferences' }
  /** Several facts may be meant. The owner chooses one of them, all or none. */
  | { kind: 'choose'; factIds: string[]; isSettled: boolean }
  /**
   * Everything is to be forgotten, once confirmed. `count` facts were known then, numbered up to `upTo`.
   * `hasSettings` if typed ones had made settings for answers, which are undone with them.
   */
  | { kind: 'everything'; count: number; upTo: number; step: 'asked' | 'forgotten' | 'kept'; hasSettings?: boolean }
  /**
   * It isn't clear what to remember. `reading` is the teammate's interpretation, `order` the owner's words,
   * and `replaces` is the number of the fact that it corrects.
   */
  | { kind: 'unclear'; reading: string; order: string; replaces: number | null; step: 'asked' | 'kept' | 'dismissed' }
  | { kind: 'refused'; reason: MemoryRefusal };

/** The owner's answer to what an action of a turn asks, or a change they make to its result. */
export const settleMemorySchema = z.object({
  answerId: messageIdSchema,
  /** The action's index within the turn, from 0. */
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
