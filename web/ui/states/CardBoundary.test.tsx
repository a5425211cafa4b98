// @vitest-environment page
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { offline } from '#shared/messages/failures.ts';
import { CardBoundary } from './CardBoundary.tsx';

it('keeps the cards beside one that breaks, and shows it again on Retry', async () => {
  // React logs what a boundary catches.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  let isBroken = true;
  function Campaigns() {
    if (isBroken) throw new Error('broken on purpose');
    return <p>Two campaigns</p>;
  }
  render(
    <>
      <CardBoundary name="Active Campaigns">
        <Campaigns />
      </CardBoundary>
      <CardBoundary name="Engagement History">
        <p>Three conversations</p>
      </CardBoundary>
    </>,
  );
  expect(screen.getByRole('region', { name: 'Active Campaigns' }).textContent).toContain(
    'could not be shown',
  );
  expect(screen.getByText('Three conversations')).toBeDefined();
  expect(logged).toHaveBeenCalled();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('Two campaigns')).toBeDefined();
});

it('says that the server could not be reached where a card broke without a network', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  function Campaigns(): never {
    throw new TypeError('its code could not be fetched');
  }
  render(
    <CardBoundary name="Active Campaigns">
      <Campaigns />
    </CardBoundary>,
  );
  expect(screen.getByText(offline.text)).toBeDefined();
  vi.restoreAllMocks();
});
