// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { SettingsPage } from './SettingsPage.tsx';

afterEach(cleanup);

it('says what would be set here, in the specified words, and that nothing is posted', () => {
  render(
    <MemoryRouter>
      <SettingsPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { name: 'Automated Posting Settings' })).toBeDefined();
  expect(screen.getByText('Create a campaign to manage automated posting settings.')).toBeDefined();
  expect(screen.getByText(/nothing is posted in your name/)).toBeDefined();
});
