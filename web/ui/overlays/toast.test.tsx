// @vitest-environment page
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offline } from '#shared/messages/failures.ts';
import { Dialog } from './Dialog.tsx';
import { Toaster } from './Toaster.tsx';
import { dismissError, showToast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Toaster />);
});

afterEach(async () => {
  await pass(20_000);
  cleanup();
  vi.useRealTimers();
});

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function show(...content: Parameters<typeof showToast>) {
  showToast(...content);
  await pass(50);
}

describe('showToast', () => {
  it('replaces the toast that is there', async () => {
    await show({ title: 'First', tone: 'success' });
    await show({ title: 'Second', text: 'in its place', tone: 'success' });
    const [front, ...others] = document.querySelectorAll('[data-sonner-toast]');
    expect(front?.textContent).toContain('Second');
    // The style sheet hides everything but the front toast until the replaced one is gone.
    for (const other of others) expect(other.getAttribute('data-front')).toBe('false');
    await pass(500);
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
  });

  it('adds to a failure that the network is missing, unless it says so itself', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await show({ title: 'Error', text: 'That did not work.', tone: 'error' });
    expect(screen.getByRole('alert').textContent).toContain('That did not work. You are offline.');
    for (const content of [offline, { title: 'Copied', text: 'Paste it.', tone: 'success' } as const]) {
      await show(content);
      await pass(500);
      expect(screen.queryByText(/You are offline/)).toBeNull();
    }
    vi.restoreAllMocks();
  });

  it('shows the same words again when they are said again', async () => {
    await show({ title: 'Same', tone: 'error' });
    await pass(8_000);
    await show({ title: 'Same', tone: 'error' });
    await pass(8_000);
    expect(screen.getByText('Same')).toBeDefined();
  });

  it('is over when what an error told of is tried again, but for an error only', async () => {
    await show({ title: 'Prompt is empty', tone: 'error' });
    dismissError();
    await pass(50);
    await pass(500);
    expect(screen.queryByText('Prompt is empty')).toBeNull();
    await show({ title: 'Saved', tone: 'success' });
    dismissError();
    await pass(50);
    await pass(500);
    expect(screen.getByText('Saved')).toBeDefined();
  });

  it('cuts a long text', async () => {
    await show({ title: 'Error', text: 'x'.repeat(301), tone: 'error' });
    expect(screen.getByText(/^x+/).textContent).toBe(`${'x'.repeat(300)}...`);
  });

  it('interrupts for errors only', async () => {
    await show({ title: 'Saved', tone: 'success' });
    expect(screen.getByRole('status').textContent).toContain('Saved');
    expect(screen.queryByRole('alert')).toBeNull();
    await show({ title: 'Save Failed', tone: 'error' });
    expect(screen.getByRole('alert').textContent).toContain('Save Failed');
  });

  it('keeps an error for at least six seconds, and goes by itself', async () => {
    await show({ title: 'Save Failed', tone: 'error' });
    await pass(6_000);
    expect(screen.getByRole('alert')).toBeDefined();
    await pass(6_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be dismissed', async () => {
    await show({ title: 'Save Failed', tone: 'error' });
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  it('takes the focus by Alt+T over an open dialog, and its buttons keep it', async () => {
    const undo = vi.fn();
    render(
      <Dialog open onOpenChange={() => {}} title="Plan">
        <input aria-label="Question" />
      </Dialog>,
    );
    act(() => screen.getByLabelText('Question').focus());
    await show({ title: 'Removed', tone: 'success', action: { label: 'Undo', run: undo } });
    fireEvent.keyDown(document.activeElement as Element, { altKey: true, code: 'KeyT' });
    const button = screen.getByText('Undo');
    expect(button.closest('ol')?.contains(document.activeElement)).toBe(true);
    act(() => button.focus());
    expect(document.activeElement).toBe(button);
    act(() => button.click());
    expect(undo).toHaveBeenCalledOnce();
  });
});
