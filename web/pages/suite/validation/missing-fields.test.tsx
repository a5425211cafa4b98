// @vitest-environment page
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { syncUser, type User } from '#shared/contracts/account.ts';
import { QueryProvider } from '#web/api/QueryProvider.tsx';
import { queryClient } from '#web/api/query-client.ts';
import { readResponse } from '#web/api/read-response.ts';
import { SessionContext } from '#web/identity/session.ts';
import { SettingsPage } from '#web/pages/SettingsPage.tsx';
import { SurveyResultsPage } from '#web/pages/survey/SurveyResultsPage.tsx';
import '#web/features/analyses/ResultsDialog.tsx';
import '#web/features/outreach/campaigns/ActiveCampaigns.tsx';
import '#web/features/outreach/history/EngagementHistory.tsx';
import '#web/features/outreach/settings/OutreachSettings.tsx';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const at = '2026-11-21T09:00:00.000Z';

/** Nearly every field is absent, null or a word that no contract knows. */
const analysis = {
  surveyId: 'survey-bees-1234567',
  idea: 'Bees for balconies',
  analysis: { summary: null, sentiment: 'Unsure', goNoGoDecision: 'Wait', keyStrengths: null },
  aggregatedData: null,
  created_at: at,
};
const answers = {
  'GET /api/config': testConfig,
  'GET /api/jobs': [{ id: 'j1', requestTitle: 'Login fails', status: 'ON_HOLD', created_at: at }],
  'GET /api/survey-analyses': [analysis],
  'GET /api/analyze-survey': analysis,
  'GET /api/ideation-sessions': [{ id: 's1', content: null, created_at: at }],
  'GET /api/conversations': [
    {
      id: 'c1',
      product: null,
      postTitle: 'Where do bees live?',
      source: 'usenet',
      status: 'QUEUED',
      createdAt: at,
    },
  ],
  'GET /api/products/campaign': [{ id: 'k1', product: { name: 'Hive' }, createdAt: at, active: true }],
  'GET /api/trails': [{ id: 't1', idea: 'Bees for balconies', surveys: [{}], supportRequests: [{}] }],
  'GET /api/reach': { communities: [{}], suggestion: {} },
  'GET /api/linked-accounts': [{ id: 'a1' }],
  'GET /api/mail-settings': {},
  'GET /api/user/devices': [{ id: 'd1' }],
  'GET /api/daily-mail': {},
};

function show(address: string, user: User = { ...founder, name: '', plan: 'developer' }) {
  stubServer(answers);
  render(
    <QueryProvider>
      <MemoryRouter initialEntries={[address]}>
        <SessionContext value={testSession({ user })}>
          <Routes>
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/survey/:slug/results" element={<SurveyResultsPage />} />
            <Route path="*" element={<Suite />} />
          </Routes>
        </SessionContext>
      </MemoryRouter>
    </QueryProvider>,
  );
}

it.each(['gold', null])('an account of the plan %s still has its dashboard and settings', async (plan) => {
  const user = readResponse(syncUser, { id: 'u1', email: null, plan });
  show('/dashboard', user);
  expect(await screen.findByRole('article', { name: 'Login fails' })).toBeDefined();
  expect(screen.queryByText('This could not be shown.')).toBeNull();
  cleanup();
  show('/settings', user);
  expect(await screen.findByRole('spinbutton', { name: /Confidence Threshold/ })).toBeDefined();
});

const card = (name: string) => within(screen.getByRole('region', { name }));
const expectNoLeftovers = () =>
  expect(document.body.textContent).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|could not be/);

it('a dashboard of replies with missing fields shows what is there', async () => {
  show('/dashboard');
  expect(await screen.findByRole('article', { name: 'Login fails' })).toBeDefined();
  expect(screen.getByText('Unsure')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Where do bees live?' })).toBeDefined();
  expect(card('Engagement History').getByText('Other status')).toBeDefined();
  expect(await card('Active Campaigns').findByRole('heading', { name: 'Hive' })).toBeDefined();
  expectNoLeftovers();
});

it('the results of an analysis with missing fields show what is there, also in their dialog', async () => {
  show('/survey/survey-bees-1234567/results');
  expect(await screen.findByRole('heading', { level: 1, name: 'Bees for balconies' })).toBeDefined();
  expect(screen.getByText('Wait')).toBeDefined();
  expectNoLeftovers();
  cleanup();
  show('/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Read Result' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Survey Results' }));
  expect(await dialog.findByText('Wait')).toBeDefined();
});

it('settings of a campaign with missing fields show what is there', async () => {
  show('/settings');
  expect(await screen.findByRole('spinbutton', { name: /Confidence Threshold/ })).toBeDefined();
  expectNoLeftovers();
});
