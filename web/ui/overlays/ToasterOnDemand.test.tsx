// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ToasterOnDemand } from './ToasterOnDemand.tsx';
import { showToast } from './toast.ts';

afterEach(cleanup);

describe('the place for toasts', () => {
  it('is fetched with the first toast, and shows it', async () => {
    render(<ToasterOnDemand ahead={false} />);
    await act(async () => {});
    expect(screen.queryByRole('region', { name: /^Messages/ })).toBeNull();
    act(() => showToast({ title: 'First', tone: 'success' }));
    expect((await screen.findByRole('status')).textContent).toContain('First');
  });

  it('can be there ahead of it', async () => {
    render(<ToasterOnDemand ahead />);
    expect(await screen.findByRole('region', { name: /^Messages/ })).toBeDefined();
  });
});
