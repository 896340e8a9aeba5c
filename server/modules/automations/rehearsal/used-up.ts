import { AppError } from '#server/lib/app-error.ts';

/** Says in its own words that a limit was reached. */
export async function usedUp(counting: Promise<void>, text: string): Promise<void> {
  try {
    await counting;
  } catch (error) {
    throw error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS' ? new AppError(error.code, text) : error;
  }
}
