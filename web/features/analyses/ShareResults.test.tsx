// @vitest-environment page
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { showOnApp } from '#web/testing/show.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { ShareResults } from './ShareResults.tsx';

let app: TestApp;
let owner: TestUser;
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signUp('pro');
});
afterAll(() => app.close());

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const pathOf = ({ surveyId }: SurveyDraft) => `/api/surveys/${surveyId}/results-link`;
const linkOf = async (draft: SurveyDraft) =>
  (await app.call('GET', pathOf(draft), owner)).body.link as unknown as { expiresAt: string } | null;

async function open(draft: SurveyDraft, answers?: Answers) {
  const questionOrder = draft.questions.map(({ question }) => question);
  const part = <ShareResults analysis={{ surveyId: draft.surveyId, questionOrder }} />;
  await showOnApp(app, part, owner, { answers });
  await press('Share results');
}

describe('sharing results', () => {
  it('creates a link with an expiry, without the hidden questions and its address later, and removes it', async () => {
    const draft = await work.createSurvey(owner);
    const [first, , third] = draft.questions.map(({ question }) => question) as [string, string, string];
    await open(draft);
    await userEvent.selectOptions(await screen.findByLabelText('Link expires after'), '90 days');
    for (const label of [first, third, first, 'Show open answers'])
      await userEvent.click(screen.getByLabelText(label));
    await press('Create link');
    const { value } = await screen.findByLabelText<HTMLInputElement>('Results link');
    expect(value).toMatch(/\/results\/[\w-]{43}$/);
    expect(value.startsWith(location.origin)).toBe(true);
    expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
    const link = await linkOf(draft);
    expect(link).toMatchObject({ hidden: [2], showsTexts: true });
    const end = new Date(link?.expiresAt ?? '');
    expect(Math.round((end.getTime() - Date.now()) / 86_400_000)).toBe(90);
    const day = end.toLocaleDateString(undefined, { dateStyle: 'medium' });
    expect(screen.getByText(`Expires ${day}`)).toBeDefined();
    cleanup();

    await open(draft);
    expect(await screen.findByText(`Expires ${day}`)).toBeDefined();
    expect(screen.queryByLabelText('Results link')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(third).checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Create new link' })).toBeDefined();
    await press('Remove link');
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeDefined();
    expect(screen.queryByText(`Expires ${day}`)).toBeNull();
    expect(await linkOf(draft)).toBeNull();
  });

  it('shows open answers only when asked to', async () => {
    const draft = await work.createSurvey(owner);
    await open(draft);
    await press('Create link');
    await screen.findByLabelText('Results link');
    expect(await linkOf(draft)).toMatchObject({ hidden: [], showsTexts: false });
  });

  it('says why no link was created', async () => {
    const draft = await work.createSurvey(owner);
    await open(draft, { [`PUT ${pathOf(draft)}`]: refusal(429, 'too_many_requests', 'Wait a moment.') });
    await press('Create link');
    expect((await screen.findByRole('alert')).textContent).toBe('Wait a moment.');
  });
});
