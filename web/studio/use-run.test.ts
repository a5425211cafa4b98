// @vitest-environment page
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OnText } from '#web/api/stream.ts';
import { useRun } from './use-run.ts';

beforeEach(() => vi.useFakeTimers());
/** A run that the test feeds and ends. */
function startRun(options: { savePart?: (part: string) => void; savesOften?: boolean } = {}) {
  const { result, unmount } = renderHook(useRun<string>);
  let arrive: OnText = () => {};
  let end: (outcome: string) => void = () => {};
  let signal: AbortSignal | undefined;
  const ask = (given: AbortSignal, take: OnText) => {
    signal = given;
    arrive = take;
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  };
  let ended: ReturnType<typeof result.current.start> = Promise.resolve(null);
  act(() => {
    ended = result.current.start({ ask, ...options });
  });
  const say = (text: string, isAgain = false) => act(() => arrive(text, isAgain));
  const finish = async () => {
    await act(async () => end('whole'));
    return ended;
  };
  const frame = () => act(() => vi.advanceTimersByTime(20));
  return { result, unmount, say, finish, frame, isAborted: () => signal?.aborted };
}

describe('a run', () => {
  it('shows what arrives once a frame, and gives its outcome with all of it', async () => {
    const { result, say, frame, finish } = startRun();
    expect(result.current.arrived).toBe('');
    say('On');
    say('One');
    expect(result.current.arrived).toBe('');
    frame();
    expect(result.current.arrived).toBe('One');
    say('One two');
    expect(await finish()).toEqual({ outcome: 'whole', part: 'One two' });
    expect([result.current.arrived, result.current.ended]).toEqual([
      null,
      { outcome: 'whole', part: 'One two' },
    ]);
  });

  it('keeps its part when it is stopped, and has no outcome then', async () => {
    const savePart = vi.fn();
    const { result, say, finish, isAborted } = startRun({ savePart });
    say('Half');
    act(() => expect(result.current.stop()).toBe('Half'));
    expect(savePart.mock.calls).toEqual([['Half']]);
    expect([isAborted(), result.current.arrived, await finish()]).toEqual([true, null, null]);
    expect(result.current.stop()).toBeNull();
    expect(result.current.ended).toEqual({ outcome: null, part: 'Half' });
    act(() => result.current.clear());
    expect(result.current.ended).toBeNull();
  });

  it.each([
    ['its component', (unmount: () => void) => unmount()],
    ['the page', () => act(() => void dispatchEvent(new Event('pagehide')))],
  ])('keeps its part when %s goes', (_name, leave) => {
    const savePart = vi.fn();
    const { say, unmount, isAborted } = startRun({ savePart });
    say('Half');
    leave(unmount);
    expect(savePart.mock.calls).toEqual([['Half']]);
    expect(isAborted()).toBe(true);
  });

  it('keeps its part every few seconds where that is asked for', () => {
    const savePart = vi.fn();
    const { say } = startRun({ savePart, savesOften: true });
    say('One');
    expect(savePart).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3500);
    say('One two');
    say('One two three');
    expect(savePart.mock.calls).toEqual([['One two']]);
  });

  it('is silent after three seconds without a word, and says when a second reply arrives', async () => {
    const { result, say, finish } = startRun();
    const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
    wait(2900);
    expect(result.current.isSilent).toBe(false);
    wait(200);
    expect(result.current.isSilent).toBe(true);
    say('One');
    expect([result.current.isSilent, result.current.isAgain]).toEqual([false, false]);
    wait(3100);
    expect(result.current.isSilent).toBe(true);
    say('', true);
    expect([result.current.isSilent, result.current.isAgain]).toEqual([false, true]);
    await finish();
    wait(3100);
    expect(result.current.isSilent).toBe(false);
  });

  it('is one at a time', async () => {
    const { result } = startRun();
    const ask = vi.fn();
    expect(await result.current.start({ ask })).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });
});
