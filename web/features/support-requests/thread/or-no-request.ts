import { ApiError } from '#web/api/api-error.ts';

/** The request that was asked for, or null where the server says that there is none; another 404 says nothing of it. */
export async function orNoRequest<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'job_not_found') return null;
    throw error;
  }
}
