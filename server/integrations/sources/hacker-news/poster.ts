import type { Poster } from '#server/integrations/sources/port.ts';
import { outcomeOfSilence } from '#server/integrations/sources/send-results.ts';
import { findFormProblem } from '#shared/rules/outreach/reply-form.ts';
import { isForumSessionValid, proveForumAccount, readForumRules, signInToForum } from './accounts.ts';
import { readForumStatus } from './api.ts';
import { readBackFromForum } from './read-back.ts';
import { sendToForum } from './send.ts';
import { type Forum, formPath } from './session.ts';

/** Sites whose rules forbid automated posting (outreach reference 2.6). */
const byHandOnly = 'news.ycombinator.com';

/**
 * Hacker News, and forums that run its software. Replies are sent to the latter only: on Hacker News itself people
 * write and post by hand.
 */
export function hackerNewsPoster(forum: Forum): Poster {
  const { host } = new URL(forum.addresses.site);
  const sendsTo = (asked: string) => asked === host && host !== byHandOnly;
  return {
    sendsTo,
    isIdempotent: false,
    replyUrl: (target) => `${forum.addresses.site}/${formPath(target)}`,
    async send(given) {
      const { account, text } = given;
      if (!sendsTo(account.host) || account.session === null) {
        return { outcome: 'refused', text: '', reason: `Replies on ${account.host} are posted by hand.` };
      }
      const markup = findFormProblem(text, 'hacker-news');
      if (markup) return { outcome: 'refused', text: '', reason: markup };
      return sendToForum(forum, given).catch(outcomeOfSilence);
    },
    readBack: (given) => readBackFromForum(forum, given),
    isSessionValid: ({ session }, signal) => isForumSessionValid(forum, session, signal),
    checkPosted: ({ externalId }, signal) => readForumStatus(forum, externalId, signal),
    readRules: ({ session }, signal) => readForumRules(forum, session, signal),
    signIn: (given) => signInToForum(forum, sendsTo, given),
    prove: (given) => proveForumAccount(forum, given),
  };
}
