import { createHash } from 'node:crypto';
import type { Conversation } from './chat-request.ts';

/** A number from 0 up that the conversation alone decides. */
export function seedOf(conversation: Conversation): number {
  return createHash('sha256').update(JSON.stringify(conversation)).digest().readUInt32BE(0);
}
