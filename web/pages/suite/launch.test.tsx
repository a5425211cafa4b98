// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { savePhrases } from '#web/drafts/idea-phrases.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { exampleCampaign, foundOne } from '#web/features/outreach/outreach.fixture.ts';
import { bareTrail } from '#web/features/trails/trail.fixture.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';
import { SessionContext } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Suite } from './Suite.tsx';

beforeEach(() => setTokenSource(async () => 'token'));

const slow = { timeout: 8_000 };

async function open(client = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  const server = stubServer({
    'GET /api/config': testConfig,
    'GET /api/trails/trail-1': bareTrail,
    'POST /api/campaign/find-opportunities': foundOne,
    'POST /api/campaigns/start': () =>
      Response.json({ campaign: exampleCampaign, saved: 1 }, { status: 201 }),
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/ideas/trail-1']}>
        <SessionContext value={testSession({ user: { ...founder, plan: 'developer' } })}>
          <Suite />
        </SessionContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Find conversations' }, slow));
  const dialog = within(await screen.findByRole('dialog', {}, slow));
  const description = dialog.getByLabelText<HTMLTextAreaElement>('Product/Service Description');
  return { ...server, dialog, description };
}

it('begins with the idea and the phrases that its sentence does not hold', async () => {
  const who = bareTrail.idea.slice(0, 9).toUpperCase();
  savePhrases(founder.id, bareTrail.idea, { who, job: 'plan', trouble: 'forget the bag', language: 'en' });
  expect((await open()).description.value).toBe(`${bareTrail.idea}\nforget the bag`);
});

it('closes once its campaign is started, and has campaigns, conversations and trails read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const { callsOf, dialog, description } = await open(client);
  expect(description.value).toBe(bareTrail.idea);
  fireEvent.change(dialog.getByLabelText('Product/Service Name'), { target: { value: 'Two Homes' } });
  fireEvent.change(dialog.getByLabelText('URL'), { target: { value: 'https://example.com' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Find Opportunities' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Start Campaign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf('POST /api/campaigns/start')[0]?.body).toMatchObject({ trailId: 'trail-1' });
  const keys = invalidate.mock.calls.map(([filter]) => filter?.queryKey);
  expect(keys).toContainEqual(outreachKey(founder.id));
  expect(keys).toContainEqual(trailsKey(founder.id));
});
