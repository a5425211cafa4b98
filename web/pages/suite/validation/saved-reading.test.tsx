// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { savePhrases } from '#web/drafts/idea-phrases.ts';
import { startPlan } from '#web/features/validation/plan/founder-plan.ts';
import { savePlan } from '#web/features/validation/plan/use-plan.ts';
import { changeWorkspace, savedReading } from '#web/features/validation/workspace.ts';
import { SessionContext } from '#web/identity/session.ts';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { testSession } from '#web/testing/accounts.data.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';

// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };
const idea = 'A calendar for two homes';
const reading: IdeaReading = {
  who: 'separated parents',
  solution: '',
  question: '',
  trouble: 'forget the swimming bag',
  language: 'en',
};

let app: TestApp;
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp({ tasksByHand: true });
});
afterAll(() => app.close());
function storePlan(place: 'open' | 'previous', of: string, given: IdeaReading | undefined) {
  const plan = startPlan(writePlan(reading, of), { idea: of, model: null, reading: given });
  savePlan(plan);
  changeWorkspace('u1', { [place]: { surveyId: plan.surveyId, appName: plan.appName } });
}

it.each<[string, IdeaReading | undefined, () => void]>([
  [
    'of the open plan',
    reading,
    () => {
      storePlan('open', ` ${idea}\n`, reading);
      savePhrases('u1', idea, { ...reading, who: 'an earlier box' });
    },
  ],
  [
    'of the plan before',
    reading,
    () => {
      storePlan('open', 'Another idea', { ...reading, who: 'bakers' });
      storePlan('previous', idea, reading);
    },
  ],
  ['of the boxes', reading, () => savePhrases('u1', idea, { ...reading, who: ' separated parents ' })],
  ['of another idea only', undefined, () => storePlan('open', 'Another idea', reading)],
  ['of a plan from before ideas were read', undefined, () => storePlan('open', idea, undefined)],
  ['that say too little', undefined, () => storePlan('open', idea, { ...reading, who: ' ' })],
  ['of another account', undefined, () => savePhrases('another-user', idea, reading)],
])('phrases %s are an idea’s: %j', (_, expected, store) => {
  store();
  expect(savedReading('u1', idea)).toEqual(expected);
});

it.each([
  ['the coach', ['Continue', 'Conduct Market Research']],
  ['the build prompt', ['Open', 'Edit', 'Enhance Prompt']],
])('the phrases of an idea go with it into %s', async (_, presses) => {
  const founder = await app.signUp('developer');
  const { trailId } = await work.saveSession(founder, { idea, nextStage: 'MARKET_RESEARCH' });
  await work.savePrompt(founder, { idea });
  savePhrases(founder.id, idea, reading);
  const { callsOf } = app.connect();
  await app.signIn(founder);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/ideas/${trailId}`]}>
        <SessionContext value={testSession({ user: founder })}>
          <Suite />
        </SessionContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (const name of presses) {
    const [button] = await screen.findAllByRole('button', { name }, slow);
    if (button) await userEvent.click(button);
  }
  await waitFor(() => expect(callsOf('POST /api/groq')).toHaveLength(1), slow);
  expect(callsOf('POST /api/groq')[0]?.body).toMatchObject({ task: { idea, reading } });
});
