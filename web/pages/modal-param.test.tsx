// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { useModalParam } from './modal-param.ts';

function Page({ open }: { open: (modal: string) => void }) {
  useModalParam(open);
  const { pathname, search, hash } = useLocation();
  return <p>{`${pathname}${search}${hash}`}</p>;
}

function visit(address: string) {
  const open = vi.fn();
  render(
    <MemoryRouter initialEntries={[address]}>
      <Page open={open} />
    </MemoryRouter>,
  );
  return open;
}

describe('?modal=', () => {
  it.each(['jobForm', 'showValidationModal', 'showPocModal', 'showAcquisitionModal'])(
    'opens %s once and leaves the address',
    async (modal) => {
      const open = visit(`/?modal=${modal}`);
      await screen.findByText('/');
      expect(open.mock.calls).toEqual([[modal]]);
    },
  );

  it('keeps the other parameters and the hash', async () => {
    visit('/?plan=pro&modal=jobForm#pricing');
    await screen.findByText('/?plan=pro#pricing');
  });

  it('opens nothing for an unknown name, and still takes it away', async () => {
    const open = visit('/?modal=somethingElse');
    await screen.findByText('/');
    expect(open).not.toHaveBeenCalled();
  });

  it('does nothing without the parameter', () => {
    const open = visit('/?plan=pro');
    screen.getByText('/?plan=pro');
    expect(open).not.toHaveBeenCalled();
  });

  it('survives a second run of its effect', async () => {
    const opened = new Set<string>();
    render(
      <StrictMode>
        <MemoryRouter initialEntries={['/?modal=jobForm']}>
          <Page open={(modal) => opened.add(modal)} />
        </MemoryRouter>
      </StrictMode>,
    );
    await screen.findByText('/');
    expect([...opened]).toEqual(['jobForm']);
  });
});
