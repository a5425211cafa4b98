// @vitest-environment page
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { show } from '#web/testing/show.tsx';
import { Shell } from './Shell.tsx';

function Broken(): never {
  throw new Error('broken on purpose');
}

const shell = (
  <Shell>
    <Link to="/next">Next</Link>
    <Routes>
      <Route path="/" element={<h1>First</h1>} />
      <Route path="/next" element={<h1>Second</h1>} />
      <Route path="/broken" element={<Broken />} />
    </Routes>
  </Shell>
);

describe('Shell', () => {
  it('moves the focus to the content of a new page, but not on arrival', async () => {
    show(shell);
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(screen.getByRole('link', { name: 'Next' }));
    expect(screen.getByRole('heading', { name: 'Second' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('keeps the way out when a page breaks', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    show(shell, {}, '/broken');
    expect(screen.getByRole('alert').textContent).toContain('This page could not be shown.');
    await userEvent.click(screen.getByRole('link', { name: 'Startup Spark' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { name: 'First' })).toBeDefined();
  });
});
