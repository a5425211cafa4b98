// @vitest-environment page
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { storedDays } from '#shared/rules/stored-days.ts';
import { queryClient } from '#web/api/query-client.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { stubServer } from '#web/testing/stub-server.ts';
import { FaqPage } from './FaqPage.tsx';

afterEach(() => queryClient.clear());

function open(config: Partial<PublicConfig> = {}) {
  stubServer({ 'GET /api/config': { ...testConfig, ...config } });
  show(<FaqPage />);
}

it('answers the two questions in at most 350 words, and says where to write', async () => {
  open({ outboxUrl: '/outbox' });
  await screen.findByText('Your password is stored hashed.');
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Are my ideas and my code private?',
    'What development help can I expect?',
  ]);
  for (const link of screen.getAllByRole('link', { name: 'contact page' }))
    expect(link.getAttribute('href')).toBe('/ContactUs');
  expect(document.body.textContent?.split(/\s+/).length).toBeLessThanOrEqual(350);
});

it('says who sees the texts and keeps the password, as it is here', async () => {
  open({ ai: 'embedded', identity: 'embedded' });
  expect(await screen.findByText(/no AI company sees your texts/)).toBeDefined();
});

it.each([
  ['and no outbox', undefined, 3],
  ['and of the outbox', '/outbox', 4],
])('says for how long mails, changes and messages are stored %s', async (_, outboxUrl, times) => {
  open({ outboxUrl });
  await screen.findByText('Your password is stored hashed.');
  expect(document.body.textContent?.match(new RegExp(`\\b${storedDays} days`, 'g'))).toHaveLength(times);
});

it('says so where a provider writes and Google keeps the password', async () => {
  open({ ai: 'openai-compatible', identity: 'firebase' });
  expect(await screen.findByText(/its provider gets your idea/)).toBeDefined();
  expect(screen.getByText(/Google keeps your password/)).toBeDefined();
});
