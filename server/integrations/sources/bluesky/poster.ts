import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { dateOrNull } from '#server/integrations/sources/http/response-fields.ts';
import { pickReply } from '#server/integrations/sources/pick-reply.ts';
import { LinkError, type Poster } from '#server/integrations/sources/port.ts';
import {
  answerOrNull,
  askFor,
  checkLinkAnswer,
  readAs,
  refuseLink,
} from '#server/integrations/sources/send-results.ts';
import {
  collection,
  findPostUri,
  pageOf,
  partsOf,
  recordList,
  refusalOf,
  session as sessionForm,
} from './api.ts';
import { sendBlueskyPost } from './send.ts';

/** Bluesky, signed in with an app password. What is kept is the token that gives new ones, and changes each time. */
export function blueskyPoster(client: SourceClient): Poster {
  return {
    sendsTo: (host) => client.baseOf(host) !== null,
    replyUrl: ({ url }) => url,
    isIdempotent: true,
    send: (given) => sendBlueskyPost(client, given),
    readBack: (given) => readBackPost(client, given),
    async checkPosted({ host, externalId }, signal) {
      const base = client.baseOf(host);
      const parts = partsOf(externalId);
      if (!base || !parts) return 'unknown';
      const query = new URLSearchParams({ ...parts, collection });
      const answer = await answerOrNull(client, `${base}/xrpc/com.atproto.repo.getRecord?${query}`, {
        signal,
      });
      if (answer?.status === 200)
        return readAs(z.object({ uri: z.string() }), answer) ? 'standing' : 'unknown';
      return answer && refusalOf(answer).error === 'RecordNotFound' ? 'removed' : 'unknown';
    },
    async signIn({ host, username, secret, signal }) {
      const base = client.baseOf(host);
      if (!base) throw new LinkError('not-allowed');
      const json = { identifier: username.replace(/^@/, ''), password: secret };
      const call = { method: 'POST' as const, json, signal };
      const answer = await client
        .call(`${base}/xrpc/com.atproto.server.createSession`, call)
        .catch(refuseLink);
      checkLinkAnswer(answer);
      const session = readAs(sessionForm, answer);
      if (!session) throw new LinkError('not-found');
      const profile = await askFor(
        client,
        z.object({ createdAt: z.string() }),
        `${base}/xrpc/app.bsky.actor.getProfile?${new URLSearchParams({ actor: session.did })}`,
        { headers: { authorization: `Bearer ${session.accessJwt}` }, signal },
      );
      const createdAt = dateOrNull(profile?.createdAt);
      return { username: session.handle, session: session.refreshJwt, createdAt, karma: null };
    },
  };
}

/** Posts are public: reading them must not use up the session. */
async function readBackPost(
  client: SourceClient,
  given: Parameters<Poster['readBack']>[0],
): ReturnType<Poster['readBack']> {
  const { account, target, signal } = given;
  const base = client.baseOf(account.host);
  const parent = base && (await findPostUri(client, base, target, signal));
  if (!base || !parent) return { found: 'unreadable' };
  const query = new URLSearchParams({ repo: account.username, collection, limit: '100' });
  const list = await askFor(client, recordList, `${base}/xrpc/com.atproto.repo.listRecords?${query}`, {
    signal,
  });
  if (!list) return { found: 'unreadable' };
  const replies = list.records
    .filter(({ value }) => value.reply?.parent.uri === parent)
    .map(({ uri, value }) => ({
      externalId: uri,
      url: pageOf(account.username, uri),
      text: value.text,
      writtenAt: dateOrNull(value.createdAt),
    }));
  return pickReply(replies, given);
}
