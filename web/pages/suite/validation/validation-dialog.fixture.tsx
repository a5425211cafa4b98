import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import type { FounderPlan } from '#web/features/validation/plan/founder-plan.ts';
import { changeWorkspace } from '#web/features/validation/workspace.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ValidationModal } from './ValidationModal.tsx';

export const ask = 'POST /api/groq';
export const store = 'POST /api/surveys';
export const slow = { timeout: 4_000 };

type Props = Partial<Parameters<typeof ValidationModal>[0]>;

/** Opens the dialog on a server that answers with the example plan and stores every survey. */
export function showValidation(answers: Parameters<typeof stubServer>[0] = {}, given: Props = {}) {
  const server = stubServer({
    [ask]: { completion: JSON.stringify(examplePlan), model: null },
    [store]: ({ body }) =>
      Response.json({ ...(body as SurveyDraft), publicLink: false, isOwner: true }, { status: 201 }),
    ...answers,
  });
  const onSeePlans = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (props: Props) => (
    <QueryClientProvider client={client}>
      <ValidationModal open userId="u1" onOpenChange={() => {}} onSeePlans={onSeePlans} {...props} />
      <Toaster />
    </QueryClientProvider>
  );
  let page = render(dialog(given));
  const reload = () => {
    page.unmount();
    page = render(dialog({}));
  };
  return { ...server, onSeePlans, reload, turn: (props: Props) => page.rerender(dialog(props)) };
}

/** Bodies of the surveys that were sent to be stored. */
export const storedBy = ({ callsOf }: Pick<ReturnType<typeof stubServer>, 'callsOf'>) =>
  callsOf(store).map(({ body }) => body as SurveyDraft);

/** Stores a plan in the browser, as the open one unless told otherwise. */
export function storePlan(
  plan: FounderPlan,
  place: 'open' | 'previous' | null = 'open',
  userId = 'u1',
): void {
  localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify(plan));
  const { surveyId, appName } = plan;
  if (place) changeWorkspace(userId, { [place]: { surveyId, appName } });
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const idea = () => field('Your idea in one sentence');
export const post = () => field('Summary Post for Communities');
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
export const saved = () => screen.findByText('Saved. The survey can be shared.', {}, slow);

export async function validate(text = 'A calendar for two homes') {
  type(idea(), text);
  await press('Process for Validation');
}
