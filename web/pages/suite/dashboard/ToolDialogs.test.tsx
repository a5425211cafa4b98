// @vitest-environment page
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HistoryCard } from '#web/features/outreach/history/HistoryCard.tsx';
import { aroundEachTest, show } from '#web/features/outreach/outreach.fixture.tsx';
import { founder } from '#web/testing/accounts.data.ts';
import { showHistory } from './ToolDialogs.tsx';

aroundEachTest();

const card = <HistoryCard userId={founder.id} onUpgrade={null} onFind={() => {}} />;

it('leads whoever started a campaign to the new conversations', () => {
  show(card);
  showHistory();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Engagement History' }));
});

it('leaves whoever has opened another dialog there, and a page without the list as it is', () => {
  const { unmount } = show(
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
