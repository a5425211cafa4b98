import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import { idempotencyKey } from '#server/http/idempotency-key.ts';
import type { Limit } from '#server/http/limits.ts';
import { readMailSettings, setMailSettings } from '#shared/contracts/mail-settings.ts';
import {
  answerJob,
  answerLinkedThread,
  createJob,
  listJobs,
  readJob,
  readLinkedThread,
  updateJob,
  updateJobStatus,
} from '#shared/contracts/support-requests.ts';
import type { LinkedThreadService } from './linked-thread.ts';
import type { MailSettingsService } from './mail-settings.ts';
import type { RequestService } from './service.ts';

type Settings = {
  requests: RequestService;
  /** Messages of one customer. */
  messageLimit: Limit;
  /** What else one user changes. */
  writeLimit: Limit;
  randomId: () => string;
};

export function requestRoutes({ requests, messageLimit, writeLimit, randomId }: Settings): Route[] {
  return [
    handle(createJob, async ({ caller, body, context }) => {
      const key = idempotencyKey(context.req.header('idempotency-key')) ?? randomId();
      await writeLimit.take(caller.subject);
      return requests.submit(caller, body, key);
    }),
    handle(updateJob, async ({ caller, params, body }) => {
      await writeLimit.take(caller.subject);
      return requests.edit(caller, params.id ?? '', body);
    }),
    handle(updateJobStatus, async ({ caller, params, body }) => {
      await writeLimit.take(caller.subject);
      return requests.setStatus(caller, params.id ?? '', body.status);
    }),
    handle(listJobs, ({ caller, query: { open, ...query } }) =>
      requests.list(caller.subject, { ...readPage(query), isOpen: open === '1' }),
    ),
    handle(readJob, ({ caller, params }) => requests.readThread(caller.subject, params.id ?? '')),
    handle(answerJob, async ({ caller, params, body }) => {
      await messageLimit.take(caller.subject);
      return requests.answer(caller, params.id ?? '', body);
    }),
  ];
}

export function linkedThreadRoutes(threads: LinkedThreadService): Route[] {
  return [
    handle(readLinkedThread, ({ body, context }) => threads.read(body.token, context.get('address'))),
    handle(answerLinkedThread, ({ body: { token, ...message }, context }) =>
      threads.answer(token, message, context.get('address')),
    ),
  ];
}

export function mailSettingsRoutes(settings: MailSettingsService, writeLimit: Limit): Route[] {
  return [
    handle(readMailSettings, ({ caller }) => settings.read(caller.subject)),
    handle(setMailSettings, async ({ caller, body }) => {
      await writeLimit.take(caller.subject);
      return settings.save(caller.subject, body);
    }),
  ];
}
