// @vitest-environment page
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HistoryCard } from '#web/features/outreach/history/HistoryCard.tsx';
import { openOutreachApp } from '#web/testing/outreach-app.tsx';
import { showHistory } from './ToolDialogs.tsx';

const app = openOutreachApp();

const card = () => <HistoryCard userId={app.world.founder.id} onUpgrade={null} onFind={() => {}} />;

it('leads whoever started a campaign to the new conversations', async () => {
  await app.show(card());
  showHistory();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Engagement History' }));
});

it('leaves whoever has opened another dialog there, and a page without the list as it is', async () => {
  const { unmount } = await app.show(
    <>
      {card()}
      <div role="dialog" />
    </>,
  );
  showHistory();
  expect(document.activeElement).toBe(document.body);
  unmount();
  showHistory(0);
  expect(document.activeElement).toBe(document.body);
});
