import { Stripe } from 'stripe';

/**
 * `missing`: Stripe has no such object; `not-offered`: the server has no such call; `refused`: asking again will not
 * help; `unavailable`: it may.
 */
type FailureKind = 'missing' | 'not-offered' | 'refused' | 'unavailable';

/** A call that Stripe did not answer as hoped; its message holds no key and no personal data. */
export class StripeCallError extends Error {
  override name = 'StripeCallError';
  readonly kind: FailureKind;
  /** The parameter that Stripe names as the reason. */
  readonly param: string | null;

  constructor(kind: FailureKind, message: string, param: string | null = null) {
    super(message);
    this.kind = kind;
    this.param = param;
  }
}

/** Without the cause: the SDK's errors carry headers and bodies that logs need not have. */
export function toCallError(error: unknown, secretKey: string): StripeCallError {
  if (error instanceof StripeCallError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new StripeCallError('unavailable', reasonOf(String(error), secretKey));
  const { type, code, param, statusCode, requestId } = error;
  const place = [type, code, statusCode, requestId].filter(Boolean).join(' ');
  return new StripeCallError(kindOf(error), reasonOf(`${place}: ${error.message}`, secretKey), param ?? null);
}

function kindOf({ code, statusCode, type }: Stripe.errors.StripeError): FailureKind {
  if (code === 'resource_missing') return 'missing';
  if (statusCode === 404 || statusCode === 405 || statusCode === 501) return 'not-offered';
  if (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError') return 'refused';
  return 'unavailable';
}

/** One line without keys and addresses: Stripe repeats what was wrong with them. */
function reasonOf(text: string, secretKey: string): string {
  return text
    .replaceAll(secretKey, '[key]')
    .replace(/\b(?:sk|rk)_\S+/g, '[key]')
    .replace(/\S+@\S+/g, '[e-mail]')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}
