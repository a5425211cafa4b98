import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeEach, vi } from 'vitest';
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
import { SessionContext } from '#web/identity/session.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { testSession } from './accounts.data.ts';
import type { Answers } from './stub-server.ts';
import { appOn } from './test-app.ts';

/** For the tests of a file the outreach world behind a page, without campaigns before each test. */
export function openOutreachApp(...given: Parameters<typeof openOutreachWorld>) {
  const world = openOutreachWorld(...given);
  beforeEach(async () => {
    for (const table of ['posting_attempts', 'tracked_links', 'conversations', 'account_proofs', 'campaigns'])
      await world.query(`delete from ${table}`);
  });
  afterEach(() => {
    cleanup();
    toast.dismiss();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
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
    async show(element: ReactElement, answers: Answers = {}) {
      const app = appOn(world.server);
      const server = app.connect(answers);
      await app.signIn(world.founder);
      server.calls.length = 0;
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
      const tree = (shown: ReactElement) => (
        <QueryClientProvider client={client}>
          <SessionContext value={testSession({ user: world.founder })}>
            <MemoryRouter>{shown}</MemoryRouter>
          </SessionContext>
          <Toaster />
        </QueryClientProvider>
      );
      const { rerender, container, unmount } = render(tree(element));
      return {
        ...server,
        client,
        container,
        unmount,
        showNext: (next: ReactElement) => rerender(tree(next)),
      };
    },
  };
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** The row of a list with this name, once it is there. */
export const rowOf = async (name: string) => within(await screen.findByRole('article', { name }));

/** An answer that waits until it is given. */
export function pendingAnswer() {
  const { promise, resolve } = Promise.withResolvers<Response | undefined>();
  return { answer: () => promise, give: resolve };
}

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
