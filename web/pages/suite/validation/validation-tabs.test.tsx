// @vitest-environment happy-dom
import { locks } from 'node:worker_threads';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { editPlan, type FounderPlan, startPlan } from '#web/features/validation/plan/founder-plan.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { ValidationModal } from './ValidationModal.tsx';

let plan: FounderPlan;
beforeEach(() => {
  setTokenSource(async () => 'token');
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  stubServer({
    'POST /api/surveys': ({ body }) =>
      Response.json({ ...(body as SurveyDraft), publicLink: false, isOwner: true }, { status: 201 }),
  });
  plan = startPlan(examplePlan, { idea: 'A calendar', model: null });
  keep(plan);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Fills the browser's storage as an open plan does. */
function keep(open: FounderPlan) {
  const pointer = ({ surveyId, appName }: FounderPlan) => ({ surveyId, appName });
  const previous = open === plan ? null : pointer(plan);
  localStorage.setItem(surveyPath(open.surveyId), JSON.stringify(open));
  localStorage.setItem('validation:u1', JSON.stringify({ idea: '', open: pointer(open), previous }));
}

const kept = (): FounderPlan => JSON.parse(localStorage.getItem(surveyPath(plan.surveyId)) ?? '');

function showTab() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { unmount } = render(
    <QueryClientProvider client={cache}>
      <ValidationModal open userId="u1" onOpenChange={() => {}} onSeePlans={() => {}} />
    </QueryClientProvider>,
  );
  return unmount;
}

/** Another tab stores something; this one hears of it. */
function storeElsewhere(open: FounderPlan) {
  keep(open);
  act(() => {
    for (const key of [surveyPath(open.surveyId), 'validation:u1'])
      dispatchEvent(new StorageEvent('storage', { key }));
  });
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

it('a plan shows what another tab has changed', () => {
  showTab();
  type('App name', 'Mine');
  storeElsewhere(editPlan(kept(), { problemParagraph: 'Written elsewhere' }));
  expect([field('App name').value, field('Problem').value]).toEqual(['Mine', 'Written elsewhere']);
});

it('an edit leaves what another tab has stored a moment before', () => {
  showTab();
  localStorage.setItem(
    surveyPath(plan.surveyId),
    JSON.stringify(editPlan(kept(), { problemParagraph: 'Written elsewhere' })),
  );
  type('App name', 'Mine');
  expect(kept()).toMatchObject({ appName: 'Mine', problemParagraph: 'Written elsewhere' });
  expect(field('Problem').value).toBe('Written elsewhere');
});

it('phrases half filled in one tab stay when another has edited the plan', () => {
  plan = { ...plan, reading: { who: 'parents', job: '', trouble: 'forget the bag', language: 'en' } };
  keep(plan);
  showTab();
  const stored = kept();
  type('Who has the problem?', '');
  localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify({ ...stored, appName: 'Another' }));
  type('What goes wrong?', 'lose the bag');
  expect([field('Who has the problem?').value, field('App name').value]).toEqual(['', 'Another']);
});

it('a plan that another tab has opened takes this one’s place, which can be brought back', () => {
  showTab();
  type('App name', 'Mine');
  storeElsewhere(startPlan({ ...examplePlan, appName: 'Another' }, { idea: 'B', model: null }));
  expect(field('App name').value).toBe('Another');
  fireEvent.click(screen.getByRole('button', { name: 'Bring back the previous plan' }));
  expect(field('App name').value).toBe('Mine');
});

it('warns the later tab until the earlier one has closed', async () => {
  let close = () => {};
  const earlier = locks.request(
    `validation-plan:${plan.surveyId}`,
    () => new Promise<void>((resolve) => (close = resolve)),
  );
  const unmount = showTab();
  expect(await screen.findByText(/Also open in another tab\./)).toBeDefined();
  close();
  await earlier;
  await expect.poll(() => screen.queryByText(/Also open in another tab\./)).toBeNull();
  unmount();
  await expect.poll(async () => (await locks.query()).held).toEqual([]);
});

it('the cross and the button of the dialog are told apart by name', () => {
  showTab();
  const names = within(screen.getByRole('dialog'))
    .getAllByRole('button', { name: /^Close/ })
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Close dialog', 'Close']);
});
