// @vitest-environment page
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { somePost } from '#server/testing/fake-sources.ts';
import { ideaWork } from '#server/testing/idea-work.ts';
import { openOutreachWorld, someProduct } from '#server/testing/worlds/outreach-world.ts';
import { savePhrases } from '#web/drafts/idea-phrases.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';
import { showOnApp } from '#web/testing/show.tsx';
import { appOn } from '#web/testing/test-app.ts';
import { Suite } from './Suite.tsx';

const world = openOutreachWorld();
const work = ideaWork(() => world.server);
const idea = someProduct.description;
const slow = { timeout: 8_000 };

async function open() {
  const { trailId } = await work.saveSession(world.founder, { idea });
  const at = `/ideas/${trailId}`;
  const shown = await showOnApp(appOn(world.server), <Suite />, world.founder, { at });
  fireEvent.click(await screen.findByRole('button', { name: 'Find conversations' }, slow));
  const dialog = within(await screen.findByRole('dialog', {}, slow));
  const description = dialog.getByLabelText<HTMLTextAreaElement>('Product/Service Description');
  return { ...shown, dialog, description };
}

it('begins with the idea and the phrases that its sentence does not hold', async () => {
  const who = idea.slice(0, 9).toUpperCase();
  savePhrases(world.founder.id, idea, {
    who,
    solution: '',
    question: '',
    trouble: 'forget the bag',
    language: 'en',
  });
  expect((await open()).description.value).toBe(`${idea}\nforget the bag`);
});

it('closes once its campaign is started, and has campaigns, conversations and trails read again', async () => {
  world.sources.posts = [somePost({ title: 'How do you keep a sourdough starter alive during holidays?' })];
  const { client, dialog, description } = await open();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  expect(description.value).toBe(idea);
  fireEvent.change(dialog.getByLabelText('Product/Service Name'), { target: { value: 'Two Homes' } });
  fireEvent.change(dialog.getByLabelText('URL'), { target: { value: 'https://example.com' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Find Opportunities' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Start Campaign' }, { timeout: 5_000 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/^1 campaign/)).toBeDefined();
  const keys = invalidate.mock.calls.map(([filter]) => filter?.queryKey);
  expect(keys).toContainEqual(outreachKey(world.founder.id));
  expect(keys).toContainEqual(trailsKey(world.founder.id));
});
