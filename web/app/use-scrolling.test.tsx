// @vitest-environment page
import { act, render, screen } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { useScrolling } from './use-scrolling.ts';

const scrollIntoView = vi.fn();
const scrollTo = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrollIntoView);
  vi.spyOn(window, 'scrollTo').mockImplementation(scrollTo);
});

afterEach(() => {
  vi.clearAllMocks();
});

function Page({ late = false }: { late?: boolean }) {
  useScrolling();
  return (
    <>
      <Link to="/#pricing">Pricing</Link>
      <Link to="/FAQ">FAQ</Link>
      {late ? null : <section id="pricing" />}
    </>
  );
}

function within(page: React.ReactNode, address: string, session: Partial<Session>) {
  return (
    <SessionContext value={testSession(session)}>
      <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
    </SessionContext>
  );
}

function open(page: React.ReactNode, address = '/', session: Partial<Session> = {}) {
  const { rerender } = render(within(page, address, session));
  return { become: (changed: Partial<Session>, then = page) => rerender(within(then, address, changed)) };
}

function follow(name: string) {
  act(() => screen.getByRole('link', { name }).click());
}

describe('scrolling', () => {
  it('goes smoothly to the element of the hash after 100 ms', () => {
    open(<Page />);
    follow('Pricing');
    vi.advanceTimersByTime(99);
    expect(scrollIntoView).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ behavior: 'smooth', block: 'start' });
  });

  it('goes there again when the same link is followed again', () => {
    open(<Page />);
    follow('Pricing');
    vi.advanceTimersByTime(100);
    follow('Pricing');
    vi.advanceTimersByTime(100);
    expect(scrollIntoView).toHaveBeenCalledTimes(2);
  });

  it('jumps under reduced motion', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    open(<Page />, '/#pricing');
    vi.advanceTimersByTime(100);
    expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ behavior: 'auto', block: 'start' });
  });

  it('waits for an element that comes later', () => {
    const { become } = open(<Page late />, '/#pricing');
    vi.advanceTimersByTime(500);
    become({}, <Page />);
    vi.advanceTimersByTime(100);
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
  });

  it('goes to the top when the path changes, and only then', () => {
    open(<Page />);
    expect(scrollTo).not.toHaveBeenCalled();
    follow('FAQ');
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  });

  it.each(['/', '/#pricing'])('goes to the top when somebody signs in or out at %s', (address) => {
    const { become } = open(<Page />, address);
    become({ user: founder });
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
    become({});
    expect(scrollTo).toHaveBeenCalledTimes(2);
  });

  it('stays where it is when the account is known at last, or changes on another page', () => {
    open(<Page />, '/', { status: 'loading' }).become({ user: founder });
    open(<Page />, '/FAQ').become({ user: founder });
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('takes a hash that is not well formed for a plain name', () => {
    open(<Page />, '/#%E0%A4%A');
    vi.advanceTimersByTime(5000);
    expect(scrollIntoView).not.toHaveBeenCalled();
  });
});
