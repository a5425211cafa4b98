// @vitest-environment page
import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

/** Without the parts that an earlier test has fetched. */
async function loadAnew() {
  vi.resetModules();
  const [{ ToasterOnDemand }, { showToast }] = await Promise.all([
    import('./ToasterOnDemand.tsx'),
    import('./toast.ts'),
  ]);
  return { ToasterOnDemand, showToast };
}

describe('the place for toasts', () => {
  it('is fetched with the first toast, and shows it', async () => {
    const { ToasterOnDemand, showToast } = await loadAnew();
    render(<ToasterOnDemand />);
    await act(async () => {});
    expect(screen.queryByRole('region', { name: /^Messages/ })).toBeNull();
    act(() => showToast({ title: 'First', tone: 'success' }));
    expect((await screen.findByRole('status')).textContent).toContain('First');
  });
});
