// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HistoryCard } from '#web/features/outreach/history/conversation/HistoryCard.tsx';
import { showHistory } from './show-history.ts';

afterEach(cleanup);

const card = (
  <HistoryCard>
    <h2 id="history-title">Engagement History</h2>
  </HistoryCard>
);

it('leads whoever started a campaign to the new conversations', () => {
  render(card);
  showHistory();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Engagement History' }));
});

it('leaves whoever has opened another dialog there, and a page without the list as it is', () => {
  const { unmount } = render(
    <>
      {card}
      <div role="dialog" />
    </>,
  );
  showHistory();
  expect(document.activeElement).toBe(document.body);
  unmount();
  showHistory();
  expect(document.activeElement).toBe(document.body);
});
