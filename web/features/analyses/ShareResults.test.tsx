// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { exampleAnalysis } from './example-analysis.fixture.ts';
import { ShareResults } from './ShareResults.tsx';

const path = `/api/surveys/${exampleAnalysis.surveyId}/results-link`;
const link = { hidden: [1], showsTexts: true, expiresAt: '2026-12-23T09:00:00.000Z' };
const day = new Date(link.expiresAt).toLocaleDateString(undefined, { dateStyle: 'medium' });

afterEach(cleanup);

async function open(answers: Parameters<typeof stubServer>[0]) {
  const server = stubServer({ [`GET ${path}`]: { link: null }, ...answers });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ShareResults analysis={exampleAnalysis} />
    </QueryClientProvider>,
  );
  await press('Share results');
  return server;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('sharing results', () => {
  it('creates a link with an expiry and without the hidden questions', async () => {
    const server = await open({ [`PUT ${path}`]: { ...link, token: 't0ken' } });
    await userEvent.selectOptions(await screen.findByLabelText('Link expires after'), '90 days');
    await userEvent.click(screen.getByLabelText('How often?'));
    await userEvent.click(screen.getByLabelText('What happened?'));
    await userEvent.click(screen.getByLabelText('How often?'));
    await userEvent.click(screen.getByLabelText('Show open answers'));
    await press('Create link');
    const address = await screen.findByLabelText<HTMLInputElement>('Results link');
    expect(address.value).toBe(`${location.origin}/results/t0ken`);
    expect(screen.getByText(`Expires ${day}`)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
    expect(server.callsOf(`PUT ${path}`)[0]?.body).toEqual({ days: 90, hidden: [1], showsTexts: true });
  });

  it('shows open answers only when asked to', async () => {
    const server = await open({ [`PUT ${path}`]: { ...link, token: 't0ken' } });
    await press('Create link');
    await screen.findByLabelText('Results link');
    expect(server.callsOf(`PUT ${path}`)[0]?.body).toEqual({ days: 30, hidden: [], showsTexts: false });
  });

  it('shows an active link without its address, and removes it', async () => {
    const server = await open({ [`GET ${path}`]: { link }, [`DELETE ${path}`]: { removed: true } });
    expect(await screen.findByText(`Expires ${day}`)).toBeDefined();
    expect(screen.queryByLabelText('Results link')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('What happened?').checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Create new link' })).toBeDefined();
    await press('Remove link');
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeDefined();
    expect(screen.queryByText(`Expires ${day}`)).toBeNull();
    expect(server.callsOf(`DELETE ${path}`)).toHaveLength(1);
  });

  it('says why no link was created', async () => {
    await open({ [`PUT ${path}`]: refusal(429, 'too_many_requests', 'Wait a moment.') });
    await press('Create link');
    expect((await screen.findByRole('alert')).textContent).toBe('Wait a moment.');
  });
});
