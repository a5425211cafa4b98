import type { IncomingHttpHeaders } from 'node:http';
import type { Posts } from './posts.ts';

/** What a source answers; `body` null is the JSON null, and a string a page of HTML. */
export type SourceAnswer = { status?: number; headers?: Record<string, string>; body: unknown };

/** What of a call is not in its address. */
export type SourceCall = {
  method: string;
  headers: IncomingHttpHeaders;
  /** JSON of a POST; null without. */
  body: unknown;
};

/** One source of the fake: a folder of its address, the variables that point there, and how it answers. */
export type FakeSource = {
  folder: string;
  /** The product's variables, with this source's own address filled in. */
  env: (address: string) => Record<string, string>;
  answer: (
    path: string,
    params: URLSearchParams,
    posts: Posts,
    address: string,
    call: SourceCall,
  ) => SourceAnswer;
};

export const missing: SourceAnswer = {
  status: 404,
  body: { errors: ['not found'], error_type: 'not_found' },
};
