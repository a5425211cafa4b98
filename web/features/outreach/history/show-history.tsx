import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { exampleCampaign } from '#web/features/outreach/example-outreach.data.ts';
import { SessionContext } from '#web/identity/session.ts';
import { founder, signedInAnswers, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { EngagementHistory } from './EngagementHistory.tsx';

type Answers = Parameters<typeof stubServer>[0];

/** Shows Engagement History over these conversations, as a test's server answers. */
export function showHistory(conversations: Answers[string], answers: Answers = {}, isReadOnly = false) {
  const server = stubServer({
    ...signedInAnswers,
    'GET /api/products/campaign': [exampleCampaign],
    'GET /api/conversations': conversations,
    ...answers,
  });
  vi.stubGlobal('IntersectionObserver', SightStub);
  const onFind = vi.fn();
  const onUpgrade = vi.fn();
  const shown = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={testSession({ user: { ...founder, plan: 'developer' } })}>
        <MemoryRouter>
          <EngagementHistory userId={founder.id} onUpgrade={isReadOnly ? onUpgrade : null} onFind={onFind} />
        </MemoryRouter>
      </SessionContext>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...server, ...shown, onFind, onUpgrade };
}

/** The row of a conversation, once it is there. */
export async function rowOf(title: string) {
  return within(await screen.findByRole('article', { name: title }));
}

/** Sees every row but those called "out of sight": nothing is laid out here. */
class SightStub {
  readonly #note: (entries: { target: Element; isIntersecting: boolean }[]) => void;
  constructor(note: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    this.#note = note;
  }
  observe(target: Element): void {
    this.#note([{ target, isIntersecting: target.getAttribute('data-row') !== 'out-of-sight' }]);
  }
  unobserve(): void {}
  disconnect(): void {}
}
