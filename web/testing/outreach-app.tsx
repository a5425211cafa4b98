import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeEach } from 'vitest';
import { worldStart } from '#server/testing/fake-sources.ts';
import {
  addAccount,
  addCampaign,
  addConversation,
  type CampaignChanges,
  type ConversationChanges,
  latePost,
} from '#server/testing/outreach-rows.ts';
import { openOutreachWorld } from '#server/testing/worlds/outreach-world.ts';
import { show } from './show.tsx';
import type { Answers } from './stub-server.ts';
import { appOn } from './test-app.ts';

/** For the tests of a file the outreach world behind a page, without campaigns before each test. */
export function openOutreachApp(...given: Parameters<typeof openOutreachWorld>) {
  const world = openOutreachWorld(...given);
  beforeEach(async () => {
    for (const table of ['posting_attempts', 'tracked_links', 'conversations', 'account_proofs', 'campaigns'])
      await world.query(`delete from ${table}`);
  });
  return {
    world,
    campaign: (changes?: CampaignChanges) =>
      addCampaign(world.database.sql, world.founder.id, { ...twoHomes, ...changes }),
    /** A conversation of that campaign. */
    conversation: (changes?: ConversationChanges) =>
      addConversation(world.database.sql, world.founder.id, twoHomes.id, {
        ...draft,
        createdAt: worldStart,
        updatedAt: worldStart,
        ...changes,
      }),
    account: (account: Parameters<typeof addAccount>[2]) =>
      addAccount(world.database.sql, world.founder.id, account),

    /** Shows a part of a page to the founder; `answers` stand in for a server that fails or is slow. */
    async show(element: ReactElement, answers: Answers = {}, at = '/') {
      const app = appOn(world.server);
      const server = app.connect(answers);
      await app.signIn(world.founder);
      server.calls.length = 0;
      const session = { user: world.founder };
      const { become, ...shown } = show(element, session, at);
      return { ...server, ...shown, showNext: (next: ReactElement) => become(session, next) };
    },
  };
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** The row of a list with this name, once it is there. */
export const rowOf = async (name: string) => within(await screen.findByRole('article', { name }));

const twoHomes = {
  id: 'campaign-1',
  name: 'Two Homes',
  url: 'https://two-homes.example.org',
  description: 'A calendar for children who live in two homes.',
  keywords: ['two homes', 'shared calendar'],
} satisfies CampaignChanges;

/** Waits for review, with a draft that may be sent as it is where an account is linked. */
export const draft = {
  id: 'conversation-1',
  source: 'lemmy',
  host: 'lemmy.world',
  community: 'parenting',
  title: 'How do you plan weeks between two homes?',
  externalId: '1',
  url: 'https://lemmy.world/post/1',
  originalPost: 'Our children live in two homes and we lose track of whose week it is.',
  suggestedReply: 'A shared calendar with one colour for each home works for many families.',
  suggestionKind: 'draft',
  replyWay: 'account',
} satisfies ConversationChanges;

/** Waits for review; its reply is in the owner's own words and posted by hand. */
export const briefing = {
  ...latePost,
  id: 'conversation-2',
  title: 'Ask: calendars for separated parents',
  externalId: '2',
  community: null,
  url: 'https://news.ycombinator.com/item?id=2',
  originalPost: draft.originalPost,
  suggestedReply: 'They lose track of whose week it is. You could tell what helped your own family.',
} satisfies ConversationChanges;
