import { AppError } from '#server/app-error.ts';

const keyForm = /^[\w.:-]{8,100}$/;

/** The key under which a request that comes again is the same one. @throws AppError body_invalid for another form. */
export function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || keyForm.test(header)) return header;
  throw new AppError('body_invalid', {
    detail: 'Idempotency-Key must be 8 to 100 letters, digits or . _ : -',
  });
}
