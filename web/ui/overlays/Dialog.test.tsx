// @vitest-environment page
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Dialog } from './Dialog.tsx';

function Example({ withField = true }: { withField?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Contact" description="Who should answer?">
        {withField ? (
          <Field label="Email">
            <TextInput />
          </Field>
        ) : (
          <p>Read me</p>
        )}
      </Dialog>
    </main>
  );
}

describe('Dialog', () => {
  beforeEach(() => history.replaceState({ key: crypto.randomUUID() }, '', '/'));

  it('is named by its title and described by its description', async () => {
    render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = screen.getByRole('dialog', { name: 'Contact' });
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Who should answer?');
  });

  it('puts the focus into its first field, and back on what opened it', async () => {
    render(<Example />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await userEvent.click(opener);
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await userEvent.click(screen.getByRole('button', { name: 'Close dialog' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(opener);
  });

  it('takes the focus itself when there is nothing to fill in', async () => {
    render(<Example withField={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });

  it('closes on Escape, and keeps what was typed through a click outside', async () => {
    render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.example');
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b.example');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes when its reader goes back, and the page stays', async () => {
    const before = window.location.href;
    render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.href).toBe(before);
  });

  it('goes back to the page before it once it is closed by hand, as if it had never been open', async () => {
    history.replaceState({ key: 'before' }, '', '/before');
    history.pushState({ key: 'page' }, '', '/page');
    render(<Example />);
    for (let times = 0; times < 2; times += 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Open' }));
      await userEvent.keyboard('{Escape}');
    }
    expect(history.state.dialogs).toBe(1);
    history.back();
    await waitFor(() => expect(window.location.pathname).toBe('/before'));
  });

  it('leaves the address alone that was opened as it closed, and its Back and Forward', async () => {
    history.replaceState({ key: 'page' }, '', '/page');
    render(<Example />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.keyboard('{Escape}');
    history.pushState({ key: 'next' }, '', '/next');
    history.back();
    await waitFor(() => expect(window.location.pathname).toBe('/page'));
    history.forward();
    await waitFor(() => expect(window.location.pathname).toBe('/next'));
    history.back();
    await waitFor(() => expect(window.location.pathname).toBe('/page'));
  });

  it('has no entry of its own where its address opened it', () => {
    render(
      <Dialog open hasAddress onOpenChange={() => {}} title="Welcome">
        Sign in
      </Dialog>,
    );
    expect(history.state.dialogs).toBeUndefined();
  });

  it('stays open with its entry where it refuses to close', async () => {
    const refused = vi.fn();
    render(
      <Dialog open onOpenChange={refused} title="Busy">
        Working
      </Dialog>,
    );
    await waitFor(() => expect(history.state.dialogs).toBe(1));
    history.back();
    await waitFor(() => expect(refused).toHaveBeenCalledExactlyOnceWith(false));
    await waitFor(() => expect(history.state.dialogs).toBe(1));
    expect(screen.getByRole('dialog', { name: 'Busy' })).toBeDefined();
  });

  it('closes alone over another one', async () => {
    const closed = vi.fn();
    render(
      <>
        <Dialog open onOpenChange={closed} title="Below">
          First
        </Dialog>
        <Example />
      </>,
    );
    fireEvent.click(screen.getByText('Open'));
    expect(history.state.dialogs).toBe(2);
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Contact' })).toBeNull());
    expect(closed).not.toHaveBeenCalled();
  });
});
