// @vitest-environment page
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { dialogOnDemand } from './dialog-on-demand.tsx';
import { Toaster } from './Toaster.tsx';

type ToolProps = { open: boolean; onOpenChange: (open: boolean) => void };
const Tool = ({ open }: ToolProps) => <p>{open ? 'The tool' : 'The tool, closed'}</p>;

function show(load: () => Promise<typeof Tool>) {
  const Fetched = dialogOnDemand<ToolProps>(load);
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(!open)}>
          {open ? 'Close' : 'Open'}
        </button>
        <Fetched open={open} onOpenChange={setOpen} />
        <Toaster />
      </>
    );
  }
  render(<Page />);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('is fetched when it is opened, and stays when it is closed', async () => {
  const load = vi.fn(async () => Tool);
  show(load);
  expect(load).not.toHaveBeenCalled();
  await press('Open');
  expect(await screen.findByText('The tool')).toBeDefined();
  await press('Close');
  expect(screen.getByText('The tool, closed')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

it('says that it comes while it is fetched', async () => {
  show(() => new Promise(() => {}));
  await press('Open');
  expect(screen.getByRole('status').textContent).toBe('Opening');
  await press('Close');
  expect(screen.queryByText('Opening')).toBeNull();
});

it('that could not be fetched leaves the page as it is, says so, and opens at the next try', async () => {
  let isAway = true;
  show(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return Tool;
  });
  await press('Open');
  expect(await screen.findByText(/^This could not be opened\./)).toBeDefined();
  isAway = false;
  await press('Open');
  expect(await screen.findByText('The tool')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/^This could not be opened\./)).toBeNull());
});

it('that was given up before it failed says nothing', async () => {
  let fail = (_why: Error) => {};
  show(
    () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
  );
  await press('Open');
  await press('Close');
  await act(async () => fail(new TypeError('Failed to fetch')));
  expect(screen.queryByText(/^This could not be opened/)).toBeNull();
});
