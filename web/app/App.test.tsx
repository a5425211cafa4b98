// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { App } from './App.tsx';

it('says so and offers to reload where the shell itself breaks', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const listen = window.addEventListener.bind(window);
  // The switch of the theme, in the footer, is the one to ask for this.
  vi.stubGlobal('addEventListener', (type: string, ...rest: [EventListener]) => {
    if (type === 'themechange') throw new Error('broken on purpose');
    listen(type, ...rest);
  });
  render(
    <MemoryRouter>
      <App isVisitor />
    </MemoryRouter>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('This page could not be shown.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  expect(screen.queryByRole('main')).toBeNull();
});
