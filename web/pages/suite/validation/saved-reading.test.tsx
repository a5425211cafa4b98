// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AiTask } from '#shared/contracts/ai.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { savePhrases } from '#web/drafts/idea-phrases.ts';
import { bareTrail } from '#web/features/trails/trail.fixture.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { startPlan } from '#web/features/validation/plan/founder-plan.ts';
import { SessionContext } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { ToolDialogs } from '#web/pages/suite/dashboard/ToolDialogs.tsx';
import {
  type DashboardDialogs,
  useDashboardDialogs,
} from '#web/pages/suite/dashboard/use-dashboard-dialogs.ts';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { ask, storePlan } from './validation-dialog.fixture.tsx';

// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };
const { idea } = bareTrail;
const start = { idea, trailId: bareTrail.id };
const reading: IdeaReading = {
  who: 'separated parents',
  job: 'plan the week',
  trouble: 'forget the swimming bag',
  language: 'en',
};
const user = { ...founder, plan: 'developer' as const };

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
});

const tools = [
  {
    tool: 'the coach',
    open: (dialogs: DashboardDialogs) => dialogs.openIdeation(start),
    write: 'Get Ideation Help',
  },
  {
    tool: 'the build prompt',
    open: (dialogs: DashboardDialogs) => dialogs.openProofOfConcept(start),
    write: 'Enhance Prompt',
  },
];
type Tool = (typeof tools)[number];

/** Opens the tool with the idea of the trail, and gives the task that its text is asked for with. */
async function taskOf({ open, write }: Tool): Promise<AiTask | undefined> {
  const { callsOf } = stubServer({
    'GET /api/config': testConfig,
    'GET /api/ideation-draft': { session: null },
    'GET /api/build-prompt-draft': { prompt: null },
    'GET /api/survey-analyses': [],
    'GET /api/trails/trail-1': bareTrail,
    [ask]: { completion: '{}', model: null },
  });
  function Tools() {
    const dialogs = useDashboardDialogs(user);
    return (
      <>
        <button type="button" onClick={() => open(dialogs)}>
          Open
        </button>
        <ToolDialogs user={user} dialogs={dialogs} />
      </>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <SessionContext value={testSession({ user })}>
          <Tools />
        </SessionContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByDisplayValue(idea, {}, slow);
  await userEvent.click(await screen.findByRole('button', { name: write }, slow));
  await waitFor(() => expect(callsOf(ask)).toHaveLength(1), slow);
  const [call] = callsOf(ask);
  return (call?.body as { task: AiTask } | undefined)?.task;
}

function keep(place: 'open' | 'previous', of: string, reading: IdeaReading | undefined) {
  storePlan(startPlan(examplePlan, { idea: of, model: null, reading }), place, user.id);
}

it.each([
  [
    'of the open plan',
    () => {
      keep('open', ` ${idea}\n`, reading);
      savePhrases(user.id, idea, { ...reading, who: 'an earlier box' });
    },
  ],
  [
    'of the plan before',
    () => {
      keep('open', 'Another idea', { ...reading, who: 'bakers' });
      keep('previous', idea, reading);
    },
  ],
  ['that were asked for', () => savePhrases(user.id, idea, { ...reading, who: ' separated parents ' })],
])('phrases %s go with their idea into every tool', async (_, keepIt) => {
  keepIt();
  for (const tool of tools) {
    expect(await taskOf(tool)).toMatchObject({ idea, reading });
    cleanup();
  }
});

it.each([
  ['of another idea', () => keep('open', 'Another idea', reading)],
  ['of a plan from before ideas were read', () => keep('open', idea, undefined)],
  ['that say too little', () => keep('open', idea, { ...reading, who: ' ' })],
  ['of another account', () => savePhrases('another-user', idea, reading)],
])('phrases %s go nowhere', async (_, keepOther) => {
  keepOther();
  for (const tool of tools) {
    expect(await taskOf(tool)).not.toHaveProperty('reading');
    cleanup();
  }
});
