import type * as z from 'zod/mini';
import type { MessageCode } from '#shared/messages/catalogue.ts';

/**
 * Who may call: anybody; anybody, but a bearer token is read when sent; a signed-in user only; or a support agent,
 * while for everybody else there is nothing at this address (design 7.8). `session` is a signed-in user who may come
 * with the session cookie in place of a token (design 7.2).
 */
export type Access = 'public' | 'optional' | 'signed-in' | 'session' | 'agent';

type Schema = z.ZodMiniType;

/** One call of the API, declared once and used by the server's router and the browser's client. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/…` with `{name}` for parameters; the browser puts `/api/python` before it unless `unprefixed`. */
  path: `/api/${string}`;
  access: Access;
  /** What whoever comes without cookie and token is told, where a `session` endpoint has words of its own. */
  visitorRefusal?: MessageCode;
  body?: Schema;
  /** Largest body in bytes; 256 KB when absent. */
  bodyLimit?: number;
  query?: Schema;
  reply: Schema;
  /** HTTP status of success; 200 when absent. */
  status?: 200 | 201 | 202;
  /** Statuses of its own failures, beside those that any request like it can meet (`server/http/openapi`). */
  refusals?: readonly number[];
  /** Takes an `Idempotency-Key` header. */
  idempotencyKey?: true;
  /** The body is a file, whatever its type. */
  takesFile?: true;
  /** Media types of success; JSON when absent. */
  replyTypes?: readonly string[];
  /** Called without the `/api/python` prefix (specification 7, second table). */
  unprefixed?: true;
};

/** What a schema gives; undefined where an endpoint has none. */
export type Output<S> = S extends Schema ? z.output<S> : undefined;

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}
