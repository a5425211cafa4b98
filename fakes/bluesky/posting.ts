import {
  bearerOf,
  type SocialAnswer,
  type SocialCall,
  type SocialReply,
  type SocialServer,
  startSocialServer,
} from '#fakes/sources/posting-server.ts';

export type BlueskyFake = SocialServer & {
  password: string;
  addPost(given?: { text?: string; createdAt?: string; replyDisabled?: boolean; root?: string }): {
    id: string;
    url: string;
  };
  removePost(uri: string): void;
  /** Forgets every record. */
  clear(): void;
  replies: SocialReply[];
  /** The records as they came, by address. */
  records: Map<string, Record<string, unknown>>;
  endSessions(): void;
};

const ada = { did: 'did:plc:ada', handle: 'ada.bsky.example' };
const grace = { did: 'did:plc:grace', handle: 'grace.bsky.example' };
const collection = 'app.bsky.feed.post';

/** The part of the AT protocol that finds posts and posts replies (its lexicons), for one account with an app password. */
export async function startBluesky(): Promise<BlueskyFake> {
  const password = 'abcd-efgh-ijkl-mnop';
  const records = new Map<string, Record<string, unknown>>();
  const gated = new Set<string>();
  const replies: SocialReply[] = [];
  const tokens = { access: new Set<string>(), refresh: new Set<string>() };
  let last = 0;

  const open = (): SocialAnswer => {
    const accessJwt = `access-${++last}`;
    const refreshJwt = `refresh-${last}`;
    tokens.access.add(accessJwt);
    tokens.refresh.add(refreshJwt);
    return { json: { ...ada, accessJwt, refreshJwt } };
  };
  const show = (uri: string) => ({ uri, cid: `cid-of-${uri.split('/').at(-1)}` });
  const isThere = (uri: string) => !replies.find((reply) => reply.id === uri)?.removed;

  function create({ body }: SocialCall): SocialAnswer {
    const { record, rkey, repo } = body as { record: Record<string, unknown>; rkey: string; repo: string };
    const uri = `at://${repo}/${collection}/${rkey}`;
    if (records.has(uri)) return refuse('InternalServerError', 'Internal Server Error', 500);
    if (!/^[2-7a-j][2-7a-z]{12}$/.test(rkey)) return refuse('InvalidRequest', 'Invalid record key');
    const text = String(record.text);
    const { reply } = record as { reply: { parent: { uri: string } } };
    records.set(uri, record);
    replies.push({
      id: uri,
      parent: reply.parent.uri,
      by: ada.handle,
      text,
      createdAt: String(record.createdAt),
      removed: false,
    });
    return { json: { ...show(uri), validationStatus: 'valid' } };
  }

  function read(name: string, query: URLSearchParams): SocialAnswer {
    const repo = [ada, grace].find(({ did, handle }) => [did, handle].includes(query.get('repo') ?? ''))?.did;
    const known = [...records.keys()].filter((uri) => uri.startsWith(`at://${repo}/`) && isThere(uri));
    if (name === 'com.atproto.repo.listRecords') {
      return {
        json: { records: known.toReversed().map((uri) => ({ ...show(uri), value: records.get(uri) })) },
      };
    }
    if (name === 'com.atproto.repo.getRecord') {
      const uri = known.find((one) => one.endsWith(`/${query.get('rkey')}`));
      if (!uri) return refuse('RecordNotFound', 'Could not locate record');
      return { json: { ...show(uri), value: records.get(uri) } };
    }
    const who = [ada, grace].find(({ handle }) => handle === query.get('handle'));
    return who ? { json: { did: who.did } } : refuse('InvalidRequest', 'Unable to resolve handle');
  }

  /** Posts of others that hold every word. */
  function find(query: URLSearchParams): SocialAnswer {
    const words = (query.get('q') ?? '').toLowerCase().split(/\s+/);
    const found = [...records].filter(([uri, record]) => {
      const text = String(record.text).toLowerCase();
      return uri.startsWith(`at://${grace.did}/`) && words.every((word) => text.includes(word));
    });
    return { json: { posts: found.map(([uri, record]) => ({ ...show(uri), author: grace, record })) } };
  }

  function readSignedIn(name: string, query: URLSearchParams): SocialAnswer {
    if (name === 'app.bsky.feed.searchPosts') return find(query);
    if (name === 'app.bsky.actor.getProfile')
      return { json: { ...ada, createdAt: '2024-05-01T00:00:00.000Z' } };
    const found = query.getAll('uris').filter((uri) => records.has(uri) && isThere(uri));
    const viewer = (uri: string) => ({ ...(gated.has(uri) && { replyDisabled: true }) });
    return {
      json: { posts: found.map((uri) => ({ ...show(uri), record: records.get(uri), viewer: viewer(uri) })) },
    };
  }

  const server = await startSocialServer(
    (call) => {
      const name = call.path.replace('/xrpc/', '');
      const token = bearerOf(call);
      if (name === 'com.atproto.server.createSession') {
        const { identifier, password: typed } = call.body;
        if (identifier === ada.handle && typed === password) return open();
        return refuse('AuthenticationRequired', 'Invalid identifier or password', 401);
      }
      if (name === 'com.atproto.server.refreshSession') {
        // A token serves once.
        return tokens.refresh.delete(token) ? open() : refuse('ExpiredToken', 'Token has been revoked');
      }
      if (call.method === 'GET' && name.startsWith('com.atproto.')) return read(name, call.query);
      if (!tokens.access.has(token)) return refuse('InvalidToken', 'Bad token', 401);
      return call.method === 'POST' ? create(call) : readSignedIn(name, call.query);
    },
    ({ path }) => path.endsWith('createRecord'),
  );
  return {
    ...server,
    password,
    records,
    replies,
    endSessions: () => {
      tokens.access.clear();
      tokens.refresh.clear();
    },
    addPost({
      text = 'How do I find users?',
      createdAt = '2026-01-01T00:00:00.000Z',
      replyDisabled = false,
      root,
    } = {}) {
      const rkey = `3kpost${String(++last).padStart(7, '2')}`;
      const uri = `at://${grace.did}/${collection}/${rkey}`;
      const reply = root && { reply: { root: show(root), parent: show(root) } };
      records.set(uri, { text, createdAt, ...reply });
      if (replyDisabled) gated.add(uri);
      return { id: uri, url: `https://bsky.app/profile/${grace.handle}/post/${rkey}` };
    },
    clear: () => records.clear(),
    removePost: (uri) => void records.delete(uri),
  };
}

function refuse(error: string, message: string, status = 400): SocialAnswer {
  return { status, json: { error, message } };
}
