import type { Context } from 'hono';
import { readPage } from '#server/database/page.ts';
import { handle, idempotencyKey, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import { readLinkedFile } from '#shared/contracts/attachments.ts';
import { readMailSettings, setMailSettings } from '#shared/contracts/mail-settings.ts';
import {
  assignRequest,
  claimRequest,
  createSavedAnswer,
  deleteSavedAnswer,
  listAgents,
  listInbox,
  listSavedAnswers,
  readInboxThread,
  releaseRequest,
  renameSavedAnswer,
  reopenRequest,
  resolveRequest,
  setRequestStatus,
  writeInboxMessage,
} from '#shared/contracts/support-inbox.ts';
import {
  createJob,
  listJobs,
  markJobSeen,
  updateJob,
  updateJobStatus,
} from '#shared/contracts/support-requests.ts';
import {
  answerJob,
  answerLinkedThread,
  readJob,
  readLinkedThread,
  readMessageMail,
  readUnaddedMail,
  solveJob,
} from '#shared/contracts/support-threads.ts';
import type { LinkedThreadService } from './answers.ts';
import { fileResponse } from './attachments/routes.ts';
import type { StoredMails } from './inbound/stored-mails.ts';
import type { SavedAnswerService } from './inbox/saved-answers.ts';
import type { InboxService } from './inbox/service.ts';
import type { MailSettingsService } from './mail-settings.ts';
import type { RequestService } from './service.ts';

type RequestRoutesDeps = {
  requests: RequestService;
  mails: StoredMails;
  /** Messages of one customer. */
  messageLimit: Limit;
  /** Rate limit of a user's other changes. */
  writeLimit: Limit;
  randomId: () => string;
};

export function requestRoutes({
  requests,
  mails,
  messageLimit,
  writeLimit,
  randomId,
}: RequestRoutesDeps): Route[] {
  return [
    handle(
      createJob,
      ({ caller, body, context }) => requests.submit(caller, body, keyOf(context) ?? randomId()),
      async ({ caller, context }) => {
        await writeLimit.take(caller.subject);
        await requests.checkAllowance(caller, keyOf(context));
      },
    ),
    handle(
      updateJob,
      ({ caller, params, body }) => requests.edit(caller, params.id, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      updateJobStatus,
      ({ caller, params, body }) => requests.setStatus(caller, params.id, body.status),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(listJobs, ({ caller, query: { open, ...query } }) =>
      requests.list(caller.subject, { ...readPage(query), isOpen: open === '1' }),
    ),
    handle(readJob, ({ caller, params }) => requests.readThread(caller.subject, params.id)),
    handle(
      answerJob,
      ({ caller, params, body }) => requests.answer(caller, params.id, body),
      ({ caller }) => messageLimit.take(caller.subject),
    ),
    handle(readMessageMail, async ({ caller, params }) => ({
      text: await mails.readWhole(caller, params.id, params.messageId),
    })),
    handle(markJobSeen, ({ caller, params, body }) => requests.markSeen(caller, params.id, body.messageId)),
    handle(
      solveJob,
      ({ caller, params }) => requests.solve(caller, params.id),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
  ];
}

const keyOf = (context: Context) => idempotencyKey(context.req.header('idempotency-key'));

export function linkedThreadRoutes(threads: LinkedThreadService): Route[] {
  return [
    handle(readLinkedThread, ({ body, context }) => threads.read(body.token, context.get('address'))),
    handle(readUnaddedMail, async ({ body, context }) => ({
      text: await threads.readUnadded(body.token, body.mailId, context.get('address')),
    })),
    handle(readLinkedFile, async ({ body, context }) =>
      fileResponse(await threads.readFile(body.token, body.attachmentId, context.get('address'))),
    ),
    handle(answerLinkedThread, ({ body: { token, ...message }, context }) =>
      threads.answer(token, message, context.get('address')),
    ),
  ];
}

export function mailSettingsRoutes(settings: MailSettingsService, writeLimit: Limit): Route[] {
  return [
    handle(readMailSettings, ({ caller }) => settings.read(caller.subject)),
    handle(
      setMailSettings,
      ({ caller, body }) => settings.save(caller.subject, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
  ];
}

export function inboxRoutes(inbox: InboxService): Route[] {
  return [
    handle(listInbox, ({ caller, query: { queue = 'open', search = '', after } }) =>
      inbox.list(caller, { queue, search, after }),
    ),
    handle(readInboxThread, ({ caller, params }) => inbox.readThread(caller, params.id)),
    handle(claimRequest, ({ caller, params, body }) =>
      inbox.claim(caller, params.id, body.takeOver ?? false),
    ),
    handle(listAgents, ({ caller }) => inbox.listAgents(caller)),
    handle(assignRequest, ({ caller, params, body }) => inbox.assign(caller, params.id, body.agentId)),
    handle(releaseRequest, ({ caller, params }) => inbox.release(caller, params.id)),
    handle(writeInboxMessage, ({ caller, params, body }) => inbox.write(caller, params.id, body)),
    handle(setRequestStatus, ({ caller, params, body }) => inbox.setStatus(caller, params.id, body.status)),
    handle(resolveRequest, ({ caller, params }) => inbox.resolve(caller, params.id)),
    handle(reopenRequest, ({ caller, params }) => inbox.reopen(caller, params.id)),
  ];
}

export function savedAnswerRoutes(answers: SavedAnswerService): Route[] {
  return [
    handle(listSavedAnswers, () => answers.list()),
    handle(createSavedAnswer, ({ body }) => answers.create(body)),
    handle(renameSavedAnswer, ({ params, body }) => answers.rename(params.id, body.name)),
    handle(deleteSavedAnswer, async ({ params }) => {
      await answers.delete(params.id);
      return { deleted: true };
    }),
  ];
}
