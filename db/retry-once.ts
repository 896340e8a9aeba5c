import { DatabaseError } from './database-error.ts';

/** PostgreSQL rolled the transaction back in favor of another one and asks for a retry. */
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';

const isRetryable = (error: unknown) =>
  error instanceof DatabaseError && [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(error.code);

/** Runs a transaction, or a statement that is one, and retries it once after a deadlock or a serialization failure. */
export async function retryOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return run();
  }
}
