// @vitest-environment page
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import { surveyDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { address, showOnApp } from '#web/testing/show.tsx';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { ArchivedIdeas } from './ArchivedIdeas.tsx';
import { ManageIdea } from './ManageIdea.tsx';
import { bareTrail } from './trail.fixture.ts';

let app: TestApp;
let founder: TestUser;
const changed = vi.fn<(surveyIds: string[]) => void>();
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** An idea with one session, shown to a new founder. */
async function show() {
  founder = await app.signUp('developer');
  await ideaWork(() => app).saveSession(founder, { idea: '', content: `Swap Run ${founder.id}` });
  const [trail] = await readTrails();
  if (!trail) throw new Error('the session began no trail');
  return { ...(await showUnfolded(trail)), trail };
}

async function showUnfolded(trail: Trail) {
  const manage = <ManageIdea userId={founder.id} trail={trail} onChanged={changed} />;
  const shown = await showOnApp(app, manage, founder, { at: '/startup-spark-suite/ideas/x' });
  await userEvent.click(await screen.findByText('Rename, archive or delete'));
  return shown;
}

const readTrails = async (query = '') =>
  (await app.call('GET', `/api/trails${query}`, { token: founder.token })).body as unknown as Trail[];
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const question = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('renames an idea', async () => {
  const { trail } = await show();
  await userEvent.type(screen.getByLabelText('Name of the idea'), 'Kit swaps');
  await press('Save name');
  expect(await screen.findByText('The new name is saved.')).toBeDefined();
  expect((await readTrails())[0]).toMatchObject({ id: trail.id, name: 'Kit swaps' });
});

it('puts an idea out of the way, and the settings bring it back', async () => {
  const { trail, unmount } = await show();
  await press('Archive idea');
  expect(await screen.findByText('You find it under Settings, and nothing is lost.')).toBeDefined();
  expect(await readTrails()).toEqual([]);
  unmount();
  await showOnApp(app, <ArchivedIdeas userId={founder.id} />, founder);
  await press(/^Bring back/);
  expect(await screen.findByText('It is in your lists again.')).toBeDefined();
  expect((await readTrails()).map(({ id }) => id)).toEqual([trail.id]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Archived ideas' })).toBeNull());
});

it('deletes a session after one question', async () => {
  await show();
  await press(/^Delete: Session of/);
  const asked = await question('Delete this session?');
  await userEvent.click(asked.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await readTrails())[0]?.ideations).toHaveLength(1);
  await press(/^Delete: Session of/);
  await userEvent.click((await question('Delete this session?')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('It is gone for good.')).toBeDefined();
  expect((await readTrails())[0]?.ideations).toEqual([]);
});

it('renames a session, puts it out of the way and back', async () => {
  const { unmount } = await show();
  await press(/^Rename: Session of/);
  expect(document.activeElement).toBe(screen.getByLabelText('Name of the session'));
  await userEvent.keyboard('First try{Enter}');
  expect(await screen.findByText('The new name is saved.')).toBeDefined();
  await waitFor(() => expect(screen.queryByLabelText('Name of the session')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Rename: Session of/ }));
  await press(/^Archive: Session of/);
  expect(await screen.findByText('You can bring it back here.')).toBeDefined();
  expect(changed).toHaveBeenLastCalledWith([]);
  const [trail] = await readTrails();
  if (!trail) throw new Error('the idea is gone');
  expect(trail.ideations).toEqual([]);
  unmount();
  await showUnfolded(trail);
  expect(screen.getByText('First try')).toBeDefined();
  await press(/^Bring back: Session of/);
  expect(await screen.findByText('It is in your lists again.')).toBeDefined();
  expect((await readTrails())[0]?.ideations).toMatchObject([{ name: 'First try' }]);
});

it('says when a part was not changed', async () => {
  const { trail, unmount } = await show();
  unmount();
  founder = await app.signUp();
  await showUnfolded(trail);
  await press(/^Archive: Session of/);
  expect(await screen.findByText(/^Not changed\./)).toBeDefined();
});

it('deletes an idea, says what goes, and leads to the others', async () => {
  await show();
  await press('Delete idea…');
  const asked = await question('Delete this idea?');
  expect(asked.getByText(/Support requests and campaigns stay\.$/)).toBeDefined();
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(address()).toBe('/startup-spark-suite/dashboard'));
  expect(await readTrails()).toEqual([]);
});

it('counts archived surveys among what goes with an idea', async () => {
  founder = await app.signUp('developer');
  const archived = { kind: 'survey' as const, id: 'survey-1', submissions: 3, at: bareTrail.created_at };
  const trail = { ...bareTrail, archivedParts: [archived] };
  await showUnfolded(trail);
  await press('Delete idea…');
  expect((await question('Delete this idea?')).getByText(/surveys go, with 3 answers\./)).toBeDefined();
});

it('asks about the idea of its page, after another one was asked about', async () => {
  founder = await app.signUp('developer');
  const { saveSession } = ideaWork(() => app);
  const one = await saveSession(founder, { idea: 'Swap Run' });
  const other = await saveSession(founder, { idea: 'Choir Desk' });
  const pages = (
    <>
      <Link to={`/ideas/${other.trailId}`}>Next page</Link>
      <Suite />
    </>
  );
  await showOnApp(app, pages, founder, { at: `/ideas/${one.trailId}` });
  await userEvent.click(await screen.findByText('Rename, archive or delete'));
  await userEvent.type(screen.getByLabelText('Name of the idea'), 'Typed for the first');
  await press('Delete idea…');
  await userEvent.click((await question('Delete this idea?')).getByRole('button', { name: 'Keep' }));
  await userEvent.click(screen.getByText('Next page'));
  await screen.findByRole('heading', { level: 1, name: 'Choir Desk' });
  await userEvent.click(await screen.findByText('Rename, archive or delete'));
  expect(screen.getByLabelText<HTMLInputElement>('Name of the idea').value).toBe('');
  await press('Delete idea…');
  const asked = await question('Delete this idea?');
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect((await readTrails()).map(({ id }) => id)).toEqual([one.trailId]));
});

it('names the survey that it deleted', async () => {
  const { trail, unmount } = await show();
  unmount();
  const body = { ...surveyDraft(), trailId: trail.id };
  const { surveyId } = body;
  await app.call('POST', '/api/surveys', { token: founder.token, body });
  const [now] = await readTrails();
  await showUnfolded(now ?? trail);
  await press(/^Delete: Survey of/);
  await userEvent.click((await question('Delete this survey?')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith([surveyId]));
});

it('says when nothing was deleted', async () => {
  const { trail, unmount } = await show();
  unmount();
  founder = await app.signUp();
  await showUnfolded(trail);
  await press('Delete idea…');
  await userEvent.click((await question('Delete this idea?')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Not deleted.')).toBeDefined();
});
