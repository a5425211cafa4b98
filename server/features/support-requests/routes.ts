import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { readPage } from '#server/database/page.ts';
import { handle, idempotencyKey, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import { readLinkedFile as readLinkedFileEndpoint } from '#shared/contracts/support-requests/attachments.ts';
import * as inbox from '#shared/contracts/support-requests/support-inbox.ts';
import * as requests from '#shared/contracts/support-requests/support-requests.ts';
import * as threads from '#shared/contracts/support-requests/support-threads.ts';
import { attachmentRoutes, fileResponse } from './attachments/routes.ts';
import {
  answerRequest,
  changeOwnStatus,
  checkAllowance,
  editRequest,
  listOwnRequests,
  markSeen,
  readOwnThread,
  solveRequest,
  submitRequest,
} from './customer-requests.ts';
import { readMessageMail } from './inbound/stored-mails.ts';
import {
  assignRequest,
  changeRequest,
  claimRequest,
  type LockedRequest,
  releaseRequest,
  reopenRequest,
  resolveRequest,
  setRequestStatus,
  writeMessage,
} from './inbox/change-request.ts';
import { listAgents, listInbox, readInboxThread } from './inbox/read-inbox.ts';
import { savedAnswerRoutes } from './inbox/saved-answers.ts';
import { answerLinkedThread, readLinkedFile, readLinkedMail, readLinkedThread } from './linked-thread.ts';
import { mailSettingsRoutes } from './mail-settings.ts';
import type { SupportDeps } from './support-deps.ts';

export function supportRoutes(deps: SupportDeps & { limits: Limits }): Route[] {
  const { database, limits } = deps;
  const messageLimit = limits('support-message', 60, 600);
  const writeLimit = limits('support-write', 30, 600);
  return [
    handle(
      requests.createJob,
      ({ caller, body, context }) => submitRequest(deps, caller, body, keyOf(context) ?? randomUUID()),
      async ({ caller, context }) => {
        await writeLimit.take(caller.subject);
        await checkAllowance(deps, caller, keyOf(context));
      },
    ),
    handle(
      requests.updateJob,
      ({ caller, params, body }) => editRequest(deps, caller, params.id, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      requests.updateJobStatus,
      ({ caller, params, body }) => changeOwnStatus(deps, caller, params.id, body.status),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(requests.listJobs, ({ caller, query: { open, ...query } }) =>
      listOwnRequests(deps, caller.subject, { ...readPage(query), isOpen: open === '1' }),
    ),
    handle(threads.readJob, ({ caller, params }) => readOwnThread(deps, caller, params.id)),
    handle(
      threads.answerJob,
      ({ caller, params, body }) => answerRequest(deps, caller, params.id, body),
      ({ caller }) => messageLimit.take(caller.subject),
    ),
    handle(threads.readMessageMail, async ({ caller, params }) => ({
      text: await readMessageMail(deps, caller, params.id, params.messageId),
    })),
    handle(requests.markJobSeen, ({ caller, params, body }) =>
      markSeen(deps, caller, params.id, body.messageId),
    ),
    handle(
      threads.solveJob,
      ({ caller, params }) => solveRequest(deps, caller, params.id),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    ...linkedThreadRoutes(deps),
    ...mailSettingsRoutes(database, writeLimit),
    ...inboxRoutes(deps),
    ...savedAnswerRoutes(deps),
    ...attachmentRoutes(deps, limits('upload-attachment', 60, 600)),
  ];
}

const keyOf = (context: Context) => idempotencyKey(context.req.header('idempotency-key'));

function linkedThreadRoutes({ limits, ...support }: SupportDeps & { limits: Limits }): Route[] {
  const deps = {
    ...support,
    wrongLimit: limits('support-link-wrong', 60, 600),
    answerLimit: limits('support-link-answer', 60, 600, 'too_many_messages'),
    fileLimit: limits('support-link-file', 300, 600),
  };
  return [
    handle(threads.readLinkedThread, ({ body, context }) =>
      readLinkedThread(deps, body.token, context.get('address')),
    ),
    handle(threads.readUnaddedMail, async ({ body, context }) => ({
      text: await readLinkedMail(deps, body.token, body.mailId, context.get('address')),
    })),
    handle(readLinkedFileEndpoint, async ({ body, context }) =>
      fileResponse(await readLinkedFile(deps, body.token, body.attachmentId, context.get('address'))),
    ),
    handle(threads.answerLinkedThread, ({ body: { token, ...message }, context }) =>
      answerLinkedThread(deps, token, message, context.get('address')),
    ),
  ];
}

function inboxRoutes(deps: SupportDeps): Route[] {
  const change = (caller: Caller, id: string, work: (locked: LockedRequest) => Promise<void>) =>
    changeRequest(deps, caller, id, work);
  return [
    handle(inbox.listInbox, ({ caller, query: { queue = 'open', search = '', after } }) =>
      listInbox(deps, caller, { queue, search, after }),
    ),
    handle(inbox.readInboxThread, ({ caller, params }) => readInboxThread(deps, caller, params.id)),
    handle(inbox.claimRequest, ({ caller, params, body }) =>
      change(caller, params.id, (locked) => claimRequest(locked, body.takeOver ?? false)),
    ),
    handle(inbox.listAgents, ({ caller }) => listAgents(deps, caller)),
    handle(inbox.assignRequest, ({ caller, params, body }) =>
      change(caller, params.id, (locked) => assignRequest(locked, body.agentId)),
    ),
    handle(inbox.releaseRequest, ({ caller, params }) => change(caller, params.id, releaseRequest)),
    handle(inbox.writeInboxMessage, ({ caller, params, body }) =>
      change(caller, params.id, (locked) => writeMessage(locked, body)),
    ),
    handle(inbox.setRequestStatus, ({ caller, params, body }) =>
      change(caller, params.id, (locked) => setRequestStatus(locked, body.status)),
    ),
    handle(inbox.resolveRequest, ({ caller, params }) => change(caller, params.id, resolveRequest)),
    handle(inbox.reopenRequest, ({ caller, params }) => change(caller, params.id, reopenRequest)),
  ];
}
