import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, beforeEach, vi } from 'vitest';
import type { User } from '#shared/contracts/account.ts';
import type { PublicConfig } from '#shared/contracts/config.ts';
import type { Job, JobDraft } from '#shared/contracts/support-requests.ts';
import { SessionContext } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { founder, testConfig, testSession } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { JobFormDialog } from './JobFormDialog.tsx';
import type { JobFormStart } from './request-draft.ts';

export const post = 'POST /api/jobs';
export const read = 'GET /api/jobs/job-1';
export const put = 'PUT /api/jobs/job-1';

export const onOpenChange = vi.fn();
export const onSubmitted = vi.fn();
export const onSeePlans = vi.fn();
export const refresh = vi.fn();

/** For a file whose tests show the form. */
export function withForm(): void {
  beforeEach(() => setTokenSource(async () => 'token'));
  afterEach(() => {
    cleanup();
    toast.dismiss();
    localStorage.clear();
    for (const spy of [onOpenChange, onSubmitted, onSeePlans, refresh]) spy.mockReset();
  });
}

export type Answers = Parameters<typeof stubServer>[0];
type Given = {
  user?: Partial<User>;
  start?: JobFormStart;
  answers?: Answers;
  config?: Partial<PublicConfig>;
};
type Turn = { open?: boolean; start?: JobFormStart | undefined; user?: User };

/** One tab of a browser with the form in it; `turn` closes it, opens it for something else, or shows it to a changed user. */
export function showForm({ user = {}, start, answers = {}, config = {} }: Given = {}) {
  const server = stubServer({
    'GET /api/config': { ...testConfig, ...config },
    [post]: ({ body }) => Response.json({ job: jobOf(body), user: founder }, { status: 201 }),
    ...answers,
  });
  const person = { ...founder, ...user };
  refresh.mockResolvedValue(person);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (turned: Turn) => (
    <QueryClientProvider client={cache}>
      <SessionContext value={testSession({ user: person, refresh })}>
        <MemoryRouter>
          <JobFormDialog
            open
            user={person}
            onOpenChange={onOpenChange}
            onSeePlans={onSeePlans}
            onSubmitted={onSubmitted}
            {...turned}
          />
        </MemoryRouter>
      </SessionContext>
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(dialog({ start }));
  return { ...server, unmount, turn: (turned: Turn) => rerender(dialog(turned)) };
}

/** The server's request for a body. */
export function jobOf(body: unknown, change: Partial<Job> = {}): Job {
  const { appName, requestTitle, appUrl = '', email, issueDescriptions } = body as JobDraft;
  const at = '2026-11-21T09:00:00.000Z';
  return {
    id: 'job-1',
    appName,
    requestTitle,
    appUrl,
    email,
    issueDescriptions,
    status: 'PENDING',
    created_at: at,
    updatedAt: at,
    trailId: null,
    attachments: [],
    claimed: false,
    waitingForCustomer: false,
    resolvedAt: null,
    messageCount: 0,
    promise: {
      state: 'running',
      hours: 48,
      dueAt: '2999-11-23T09:00:00.000Z',
      remainingMs: null,
      answeredAt: null,
      requestGivenBack: false,
    },
    ...change,
  };
}

export const written = {
  appName: 'Two Homes',
  requestTitle: 'Sync breaks',
  appUrl: '',
  email: founder.email,
  issueDescriptions: ['It logs me out.'],
};

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const press = (name: string | RegExp) => userEvent.click(button(name));
export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
export const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

/** Types a whole request. */
export function fill(): void {
  type('App Name', written.appName);
  type('Request Title', written.requestTitle);
  type('Issue Description', 'It logs me out.');
}

export const errorOf = (name: string) => {
  const note = document.getElementById(field(name).getAttribute('aria-describedby') ?? '');
  return note?.getAttribute('role') === 'alert' ? note.textContent : null;
};

/** Storage keys of the account's drafts. */
export const savedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:u1:'));
