import { ApiError } from './api-error.ts';

/** Result of the request, or `nothing` on a 404: an account without any of it (specification 7). */
export async function orNothing<T>(reading: Promise<T>, nothing: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return nothing;
    throw error;
  }
}
