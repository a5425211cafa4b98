import type * as z from 'zod';
import type { SourceClient } from './http/client.ts';
import { type HttpRequest, type HttpResponse, NoResponseError } from './http/http.ts';
import { LinkError, type Poster, type PostingTarget, type SendResult, type ServerFacts } from './port.ts';
import {
  changedText,
  checkLinkResponse,
  nullWithoutResponse,
  outcomeBeforeSending,
  outcomeOfSilence,
  pickReply,
  Refusal,
  readAs,
  refuseLink,
  responseWithoutReply,
  type SeenReply,
} from './send-results.ts';

/** An account's own server; every path is called in the account's name. */
export type AccountServer = {
  base: string;
  host: string;
  username: string;
  /** The server's own id of the account; empty before it is known. */
  accountId: string;
  /** Any response. @throws NoResponseError. */
  call(path: string, request?: Omit<HttpRequest, 'signal'>): Promise<HttpResponse>;
  /** A successful response of this form. @throws Refusal for another, NoResponseError. */
  read<T extends z.ZodType>(schema: T, path: string, request?: { largest?: number }): Promise<z.output<T>>;
};

/** The holder of a session; `names` are the ways to write the name. */
export type Holder = { id: string; username: string; names: string[]; createdAt: Date | null };

/** The calls of a vendor whose accounts hold a session of their own server. */
export type AccountVendor<Parent extends { isClosed: boolean }> = {
  headersOf(session: string): Record<string, string>;
  outcomeOf(response: HttpResponse, now: number): SendResult;
  /** The post that is answered, on the account's own server. @throws Refusal, NoResponseError. */
  findParent(server: AccountServer, target: PostingTarget): Promise<Parent>;
  /** The parent with what only a sending needs, where that is another request. @throws Refusal, NoResponseError. */
  prepareReply?(server: AccountServer, parent: Parent): Promise<Parent>;
  postReply(
    server: AccountServer,
    parent: Parent,
    given: { target: PostingTarget; text: string; contentWarning: string | null; key: string },
  ): Promise<HttpResponse>;
  /** Null for a success that does not show the reply; `text` is as `listReplies` gives it. */
  readPosted(
    server: AccountServer,
    response: HttpResponse,
  ): Pick<SeenReply, 'externalId' | 'url' | 'text'> | 'moderation' | null;
  /** The account's replies to the parent. @throws Refusal, NoResponseError. */
  listReplies(server: AccountServer, parent: Parent, target: PostingTarget): Promise<SeenReply[]>;
  /** A text as replies that were read show it. */
  asShown?(text: string): string;
  getPost(server: AccountServer, externalId: string): Promise<HttpResponse>;
  /**
   * The author of a post that was got: its id at the server that was asked, its name and its page at its own; null when
   * it can't be read. Absent where addresses hold no ids.
   */
  authorOf?(response: HttpResponse): { id: string; name: string; page: string | null } | null;
  statusOf(response: HttpResponse): Awaited<ReturnType<Poster['checkPosted']>>;
  whoAmI(server: AccountServer): Promise<HttpResponse>;
  readHolder(response: HttpResponse, host: string): Holder | null;
  /** Exchanges a password for a session; absent where the secret is one. @throws LinkError. */
  openSession?(server: AccountServer, username: string, secret: string): Promise<string>;
  /** For servers that don't say with `whoAmI` how old an account is. */
  findCreatedAt?(server: AccountServer): Promise<Date | null>;
  /** @throws Refusal, NoResponseError. */
  readServer(server: AccountServer): Promise<ServerFacts>;
  /** The warning before a post; only at places that have them. */
  warningOf?(parent: Parent): string | null;
};

/** Posts from accounts of servers that anybody may run: find the post there, send once, read back. */
export function accountPoster<Parent extends { isClosed: boolean }>(
  client: SourceClient,
  vendor: AccountVendor<Parent>,
): Poster {
  type Account = { host: string; username?: string; externalId?: string; session?: string | null };
  function serverOf(account: Account, signal: AbortSignal) {
    const { host, username = '', externalId: accountId = '', session = null } = account;
    const base = client.baseOf(host);
    if (!base) return null;
    const server: AccountServer = {
      base,
      host,
      username,
      accountId,
      call(path, request) {
        const headers = { ...(session !== null && vendor.headersOf(session)), ...request?.headers };
        return client.call(base + path, { ...request, headers, signal });
      },
      async read(schema, path, request) {
        const response = await server.call(path, request);
        const found = response.status === 200 ? readAs(schema, response) : null;
        if (found === null) throw new Refusal(vendor.outcomeOf(response, client.now()));
        return found;
      },
    };
    return server;
  }

  const asShown = (text: string) => vendor.asShown?.(text) ?? text;

  return {
    sendsTo: (host) => client.baseOf(host) !== null,
    replyUrl: ({ url }) => url,
    async send({ account, target, signal, ...given }) {
      const server = serverOf(account, signal);
      if (!server || account.session === null) return { outcome: 'logged-out', text: '' };
      let parent: Parent;
      try {
        parent = await vendor.findParent(server, target);
        parent = (await vendor.prepareReply?.(server, parent)) ?? parent;
      } catch (error) {
        return outcomeBeforeSending(error);
      }
      if (parent.isClosed) return { outcome: 'closed', text: '' };
      try {
        const response = await vendor.postReply(server, parent, { target, ...given });
        if (response.status !== 200) return vendor.outcomeOf(response, client.now());
        const posted = vendor.readPosted(server, response);
        if (posted === null) return responseWithoutReply;
        if (posted === 'moderation') return { outcome: 'moderation', text: '' };
        const { externalId, url, text: shown } = posted;
        // Some servers don't show the words at once.
        const changed = shown === '' ? null : changedText(shown, asShown(given.text));
        return { outcome: 'posted', externalId, url, changedText: changed };
      } catch (error) {
        return outcomeOfSilence(error);
      }
    },
    async readBack({ account, target, text, signal, ...asked }) {
      const server = serverOf(account, signal);
      if (!server) return { found: 'unreadable' };
      try {
        const parent = await vendor.findParent(server, target);
        const replies = await vendor.listReplies(server, parent, target);
        const seen = pickReply(replies, { ...asked, text: asShown(text) });
        const warning = vendor.warningOf?.(parent);
        return seen.found === 'nothing' && warning ? { ...seen, warning } : seen;
      } catch (error) {
        if (error instanceof NoResponseError) return { found: 'unreadable' };
        if (!(error instanceof Refusal)) throw error;
        const isLoggedOut = account.session !== null && error.result.outcome === 'logged-out';
        return isLoggedOut && 'text' in error.result
          ? { found: 'logged-out', text: error.result.text }
          : { found: 'unreadable' };
      }
    },
    async isSessionValid(account, signal) {
      const server = serverOf(account, signal);
      const response = server && (await vendor.whoAmI(server).catch(nullWithoutAnswer));
      // A page may come from a machine before the source.
      if (!response || /^\s*</.test(response.body)) return null;
      if (response.status === 200) return vendor.readHolder(response, account.host) !== null;
      return [401, 403, 404].includes(response.status) ? false : null;
    },
    async checkPosted({ url, externalId }, signal) {
      const server = serverOf({ host: URL.parse(url)?.host ?? '' }, signal);
      const response = server && (await vendor.getPost(server, externalId).catch(nullWithoutAnswer));
      return response ? vendor.statusOf(response) : 'unknown';
    },
    ...(vendor.authorOf && {
      async findPost({ url, id, account }: FindPostGiven, signal: AbortSignal) {
        const host = URL.parse(url)?.host ?? '';
        const isHome = host === account?.host;
        const server = serverOf(isHome ? account : { host }, signal);
        const response = id && server && (await vendor.getPost(server, id).catch(nullWithoutAnswer));
        const author = response ? vendor.authorOf?.(response) : null;
        if (!id || !author) return null;
        if (isHome) return { id, isOwn: author.id === account.externalId };
        // Another server counts accounts its own way: there the name at its home names one.
        const isThere = URL.parse(author.page ?? '')?.host === account?.host;
        return { id, isOwn: isThere && author.name === account?.username };
      },
    }),
    async readServer(account, signal) {
      const server = serverOf(account, signal);
      return server && vendor.readServer(server).catch(nullWithoutAnswer);
    },
    ...(vendor.warningOf && {
      async findWarning(account: Account, target: PostingTarget, signal: AbortSignal) {
        const server = serverOf(account, signal);
        const parent = server && (await vendor.findParent(server, target).catch(nullWithoutAnswer));
        return (parent && vendor.warningOf?.(parent)) || null;
      },
    }),
    async signIn({ host, username, secret, signal }) {
      const stranger = serverOf({ host }, signal);
      if (!stranger) throw new LinkError('not-allowed');
      const session = (await vendor.openSession?.(stranger, username, secret)) ?? secret;
      const server = serverOf({ host, username, session }, signal) ?? stranger;
      const response = await vendor.whoAmI(server).catch(refuseLink);
      checkLinkResponse(response);
      const holder = vendor.readHolder(response, host);
      if (!holder) throw new LinkError('not-found');
      const typed = username.replace(/^@/, '').toLowerCase();
      const isSame = holder.names.some((name) => name.toLowerCase() === typed);
      if (typed !== '' && !isSame && !vendor.openSession) throw new LinkError('wrong-credentials');
      const known = { ...server, username: holder.username, accountId: holder.id };
      const createdAt = vendor.findCreatedAt ? await vendor.findCreatedAt(known) : holder.createdAt;
      return { username: holder.username, externalId: holder.id, session, createdAt, karma: null };
    },
  };
}

type FindPostGiven = Parameters<NonNullable<Poster['findPost']>>[0];

/** The same for a server of which nothing can be said. */
function nullWithoutAnswer(error: unknown): null {
  return error instanceof Refusal ? null : nullWithoutResponse(error);
}

/** A place whose owner replies on its own pages only: nothing is sent, and no account is linked. */
export const byHandPoster: Poster = {
  sendsTo: () => false,
  replyUrl: ({ url }) => url,
  send: async () => ({ outcome: 'refused', text: '' }),
  readBack: async () => ({ found: 'unreadable' }),
  checkPosted: async () => 'unknown',
  signIn: () => Promise.reject(new LinkError('not-allowed')),
};
