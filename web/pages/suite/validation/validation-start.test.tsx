// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { type FounderPlan, startPlan } from '#web/features/validation/plan/founder-plan.ts';
import { changeWorkspace } from '#web/features/validation/workspace.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { ValidationModal } from './ValidationModal.tsx';

const store = 'POST /api/surveys';
const start = { idea: 'A calendar for two homes', trailId: 'trail-1' };

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

function show(given: Partial<Parameters<typeof ValidationModal>[0]> = {}, completion?: string) {
  const server = stubServer({
    'POST /api/groq': { completion: completion ?? JSON.stringify(examplePlan), model: 'a-model' },
    [store]: ({ body }) =>
      Response.json({ ...(body as SurveyDraft), publicLink: false, isOwner: true }, { status: 201 }),
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (props: typeof given) => (
    <QueryClientProvider client={cache}>
      <ValidationModal open userId="u1" onOpenChange={() => {}} onSeePlans={() => {}} {...props} />
    </QueryClientProvider>
  );
  const { rerender } = render(dialog(given));
  return { ...server, turn: (props: typeof given) => rerender(dialog(props)) };
}

const idea = () => screen.getByLabelText<HTMLTextAreaElement>('Your idea in one sentence');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

function savePlan(plan: FounderPlan) {
  localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify(plan));
  changeWorkspace('u1', { open: { surveyId: plan.surveyId, appName: plan.appName } });
}

describe('a plan that is begun from a trail', () => {
  it('has the trail’s idea, and its survey carries the trail', async () => {
    const { callsOf } = show({ start });
    await waitFor(() => expect(idea().value).toBe(start.idea));
    fireEvent.change(idea(), { target: { value: `${start.idea}, better` } });
    await press('Process for Validation');
    await screen.findByText('Saved. The survey can be shared.', {}, { timeout: 4_000 });
    expect(callsOf(store)[0]?.body).toMatchObject({ idea: `${start.idea}, better`, trailId: 'trail-1' });
  });

  it('takes the place of what was typed, which can be put back', async () => {
    changeWorkspace('u1', { idea: 'My own words' });
    const { callsOf } = show({ start });
    await waitFor(() => expect(idea().value).toBe(start.idea));
    expect(screen.getByText('You had typed: “My own words”')).toBeDefined();
    await press('Put it back');
    expect(idea().value).toBe('My own words');
    expect(screen.queryByText(/^You had typed/)).toBeNull();
    await press('Process for Validation');
    await waitFor(() => expect(callsOf(store)).toHaveLength(1), { timeout: 4_000 });
    expect(callsOf(store)[0]?.body).not.toHaveProperty('trailId');
  });

  it('loses nothing that was typed, whatever is opened after it', async () => {
    changeWorkspace('u1', { idea: 'My own words' });
    const { turn } = show({ start });
    await waitFor(() => expect(idea().value).toBe(start.idea));
    fireEvent.change(idea(), { target: { value: 'Words about the calendar' } });
    turn({ open: false });
    turn({ start: { idea: 'Another idea', trailId: 'trail-2' } });
    await waitFor(() => expect(idea().value).toBe('Another idea'));
    const note = screen.getByText(/^You had typed/).textContent;
    expect(note).toContain('My own words');
    expect(note).toContain('Words about the calendar');
    fireEvent.change(idea(), { target: { value: 'Another idea, changed' } });
    await press('Put it back');
    expect(idea().value).toBe('My own words\nWords about the calendar');
    expect(screen.getByText('You had typed: “Another idea, changed”')).toBeDefined();
  });

  it('leaves the trail to itself once it is opened without one', async () => {
    const { callsOf, turn } = show({ start });
    await waitFor(() => expect(idea().value).toBe(start.idea));
    turn({ start: undefined });
    fireEvent.change(idea(), { target: { value: 'Another idea' } });
    await press('Process for Validation');
    await waitFor(() => expect(callsOf(store)).toHaveLength(1), { timeout: 4_000 });
    expect(callsOf(store)[0]?.body).toMatchObject({ idea: 'Another idea' });
    expect(callsOf(store)[0]?.body).not.toHaveProperty('trailId');
  });

  it('leaves the trail to itself when it was closed and opened without one', async () => {
    const { callsOf, turn } = show({ start });
    await waitFor(() => expect(idea().value).toBe(start.idea));
    turn({ open: false });
    turn({});
    fireEvent.change(idea(), { target: { value: 'Another idea' } });
    await press('Process for Validation');
    await waitFor(() => expect(callsOf(store)).toHaveLength(1), { timeout: 4_000 });
    expect(callsOf(store)[0]?.body).not.toHaveProperty('trailId');
  });

  it('leaves the trail to itself once its words are all gone', async () => {
    const { callsOf } = show({ start });
    await waitFor(() => expect(idea().value).toBe(start.idea));
    fireEvent.change(idea(), { target: { value: ' ' } });
    fireEvent.change(idea(), { target: { value: 'Another idea' } });
    await press('Process for Validation');
    await waitFor(() => expect(callsOf(store)).toHaveLength(1), { timeout: 4_000 });
    expect(callsOf(store)[0]?.body).not.toHaveProperty('trailId');
  });

  it('says nothing of words that are the same', async () => {
    changeWorkspace('u1', { idea: start.idea });
    show({ start });
    await waitFor(() => expect(idea().value).toBe(start.idea));
    expect(screen.queryByText(/^You had typed/)).toBeNull();
  });
});

describe('the receipt of a plan', () => {
  it('says what wrote it and how the reply was read', async () => {
    const reply = `Here it is:\n\`\`\`json\n${JSON.stringify(examplePlan)}\n\`\`\``;
    show({ start }, reply);
    await waitFor(() => expect(idea().value).toBe(start.idea));
    await press('Process for Validation');
    await screen.findByText('How this was written');
    expect(fact('Written by')).toBe('a-model');
    expect(fact('Prompt version')).toBe('validation-2');
    expect(fact('Reply read as')).toContain('fenced block');
  });

  it('is not made up for plans from before receipts were kept', () => {
    savePlan(startPlan(examplePlan, { idea: 'A', model: 'an-old-model' }));
    show();
    expect(screen.getByText('Written by an-old-model, before receipts were kept.')).toBeDefined();
  });
});
