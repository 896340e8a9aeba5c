import type { Failure, late } from './late.ts';

export type Late = typeof late;
export type Api = Late['api'];

export async function loadLate(): Promise<Late> {
  return (await import('./late.ts')).late;
}

/** What to say about something that failed. */
export async function describeFailure(error: unknown): Promise<Failure> {
  try {
    return (await loadLate()).describe(error);
  } catch {
    return { code: null, text: 'We could not be reached. Please check your connection and try again.' };
  }
}
