import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { DatabaseError, toDatabaseError } from '#db/database-error.ts';
import { AppError } from './app-error.ts';
import { isDatabaseFailure, toAppError } from './database-errors.ts';

/** What a driver throws. */
const failure = (fields: object) => Object.assign(new Error('a row of someone'), fields);

describe('a database in trouble', () => {
  it.each([
    ['a lock held by someone else', { code: '55P03' }, 'SERVER_BUSY'],
    ['a statement that took too long', { code: '57014' }, 'SERVER_BUSY'],
    ['no free connection', { code: 'DATABASE_BUSY' }, 'SERVER_BUSY'],
    ['a full disk', { code: '53100' }, 'CANNOT_SAVE'],
    ['a server that only reads', { code: '25006' }, 'CANNOT_SAVE'],
    ['silence', { code: 'DATABASE_SILENT' }, 'DATABASE_UNAVAILABLE'],
    ['a connection that cannot be made', { code: 'ECONNREFUSED' }, 'DATABASE_UNAVAILABLE'],
    ['a person deleted meanwhile', { code: '23503', constraint_name: 'turns_user_id_fkey' }, 'UNAUTHENTICATED'],
    ['the person’s own row deleted meanwhile', { code: 'PERSON_GONE' }, 'UNAUTHENTICATED'],
    ['a row deleted meanwhile', { code: '23503', constraint: 'messages_conversation_fkey' }, 'NOT_FOUND'],
  ])('%s is explained to the person, and its cause is kept for the log', (_, fields, code) => {
    const error = toAppError(toDatabaseError(failure(fields)));
    expect(error?.code).toBe(code);
    expect(error?.cause).toBeInstanceOf(DatabaseError);
    expect(error && isDatabaseFailure(error)).toBe(true);
    expect(error?.text).not.toContain('a row of someone');
  });

  it('a search that reaches our own limit is explained, and doesn’t count as a failure of the database', () => {
    const error = toAppError(new DatabaseError('canceling statement', { code: 'SEARCH_TOO_SLOW' }));
    expect(error?.text).toBe('That search takes too long. Try a longer or rarer word.');
    expect(error && isDatabaseFailure(error)).toBe(false);
  });

  it('only promises that nothing was changed when nothing was', () => {
    expect(ERROR_CODES.SERVER_BUSY.text).toContain('Nothing was changed');
    expect(ERROR_CODES.DATABASE_UNAVAILABLE.text).not.toContain('Nothing was changed');
  });

  it('a database failure isn’t assumed behind any other error', () => {
    expect(toAppError(new AppError('NOT_FOUND'))?.cause).toBeUndefined();
    expect(toAppError(toDatabaseError(failure({ code: '42P01' })))).toBeNull();
    expect(toAppError(failure({ code: 'ECONNRESET' }))).toBeNull();
    expect(toAppError(failure({ code: '57014' }))).toBeNull();
    expect(toAppError(new TypeError('a bug'))).toBeNull();
    expect(toAppError('a string')).toBeNull();
    expect(isDatabaseFailure(new AppError('NOT_FOUND', undefined, { cause: failure({ code: 'ECONNRESET' }) }))).toBe(
      false,
    );
  });
});
