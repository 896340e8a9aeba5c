type Details = { code: string; constraint?: string | null; cause?: unknown };

/**
 * Wraps what both drivers throw for a failed statement, so that a database failure is identified where it happens and
 * never guessed from a code that other errors share. `code` is PostgreSQL's (SQLSTATE), Node's for the connection
 * (ECONNREFUSED), or the pool's own.
 */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError';
  readonly code: string;
  /** The violated constraint. A partition of a table adds its number to the name; we strip it here. */
  readonly constraint: string | null;

  constructor(message: string, { code, constraint = null, cause }: Details) {
    super(message, { cause });
    this.code = code;
    this.constraint = constraint?.replace(/_\d+$/, '') ?? null;
    // The driver's stack shows where the statement came from.
    if (cause instanceof Error && cause.stack) this.stack = cause.stack;
  }
}

/** Wraps what a driver threw. The drivers name the violated constraint differently. */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { message = '', code = '', constraint, constraint_name } = Object(error) as Record<string, unknown>; // reason: every field is checked below
  const name = constraint ?? constraint_name;
  return new DatabaseError(String(message), {
    code: String(code),
    constraint: typeof name === 'string' ? name : null,
    cause: error,
  });
}
