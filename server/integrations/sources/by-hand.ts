import { LinkError, type Poster } from './port.ts';

/** A place whose owner replies on its own pages only: there is nothing that we send, and no account to link. */
export const byHandPoster: Poster = {
  sendsTo: () => false,
  isIdempotent: false,
  replyUrl: ({ url }) => url,
  send: async ({ target }) => ({
    outcome: 'refused',
    text: '',
    reason: `Replies on ${target.host} are posted by hand.`,
  }),
  readBack: async () => ({ found: 'unreadable' }),
  checkPosted: async () => 'unknown',
  signIn: () => Promise.reject(new LinkError('not-allowed')),
};
