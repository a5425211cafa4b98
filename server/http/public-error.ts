import { AppError } from '#server/app-error.ts';
import { isDatabaseUnavailable } from '#server/database/connect.ts';

const retryAfterSeconds = 2;

/** The error that a caller may see: a lost database is 503 with `Retry-After`, anything unexpected `internal`. */
export function publicError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!isDatabaseUnavailable(error)) return new AppError('internal', {}, { cause: error });
  return new AppError('database_unavailable', {}, { cause: error, retryAfter: retryAfterSeconds });
}
