import { handle, type Route } from '#server/http/handle.ts';
import {
  claimRequest,
  listInbox,
  readInboxThread,
  releaseRequest,
  reopenRequest,
  resolveRequest,
  setRequestStatus,
  writeInboxMessage,
} from '#shared/contracts/support-inbox.ts';
import type { InboxService } from './service.ts';

export function inboxRoutes(inbox: InboxService): Route[] {
  return [
    handle(listInbox, ({ caller, query: { queue = 'open', search = '', offset = 0 } }) =>
      inbox.list(caller, { queue, search, offset }),
    ),
    handle(readInboxThread, ({ caller, params }) => inbox.readThread(caller, params.id)),
    handle(claimRequest, ({ caller, params, body }) =>
      inbox.claim(caller, params.id, body.takeOver ?? false),
    ),
    handle(releaseRequest, ({ caller, params }) => inbox.release(caller, params.id)),
    handle(writeInboxMessage, ({ caller, params, body }) => inbox.write(caller, params.id, body)),
    handle(setRequestStatus, ({ caller, params, body }) => inbox.setStatus(caller, params.id, body.status)),
    handle(resolveRequest, ({ caller, params }) => inbox.resolve(caller, params.id)),
    handle(reopenRequest, ({ caller, params }) => inbox.reopen(caller, params.id)),
  ];
}
