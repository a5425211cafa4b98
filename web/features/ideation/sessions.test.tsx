// @vitest-environment page
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal } from '#web/testing/stub-server.ts';
import {
  ask,
  current,
  edit,
  ideationServer,
  onOpenChange,
  onValidate,
  patient,
  press,
  ready,
  save,
  showTab,
  slowReply,
  streamOnce,
  textField,
  type,
  withTabs,
  written,
} from './ideation.fixture.tsx';

withTabs();

describe('a session', () => {
  it('that was changed in another tab can be kept as a copy, under the cursor where it was', async () => {
    const { sessions } = ideationServer({}, [{ ...written(), content: '', nextStage: 'IDEATION' }]);
    showTab();
    const field = await ready();
    field.focus();
    sessions.set('session-1', { ...written('session-1', 'Theirs'), revision: 2 });
    type(field, 'Mine');
    const notice = await screen.findByText(/^Changed in another tab or on another device\./, {}, patient);
    expect([notice.closest('[role=alert]'), document.activeElement]).toEqual([expect.anything(), field]);
    expect(sessions.size).toBe(1);
    await press('Keep mine as a copy');
    expect(await screen.findByText('Kept in your account.', {}, patient)).toBeDefined();
    expect([...sessions.values()].map(({ content, idea }) => content || idea)).toEqual(['Theirs', 'Mine']);
  });

  it('that was changed in another tab can give way to the newer one, once that was loaded', async () => {
    let isAway = true;
    const theirs = { ...written('session-1', 'Theirs'), revision: 2 };
    const { sessions } = ideationServer(
      {
        'GET /api/ideation-sessions/session-1': () =>
          isAway ? refusal(500, 'internal', 'Away.') : Response.json(theirs),
      },
      [written()],
    );
    showTab();
    await ready();
    sessions.set('session-1', theirs);
    await edit('Mine');
    await screen.findByText(/^Changed in another tab/, {}, patient);
    await press('Load the newer one');
    expect(await screen.findByText(/^The newer text could not be loaded\./)).toBeDefined();
    expect(screen.getByText('Mine')).toBeDefined();
    isAway = false;
    await press('Load the newer one');
    expect(await screen.findByText('Theirs')).toBeDefined();
    expect([screen.queryByText('Mine'), sessions.size]).toEqual([null, 1]);
  });

  it('is opened from the activities, continued and saved again', async () => {
    const saved = { ...written('session-2', 'The saved one'), nextStage: null, saved: true };
    const { callsOf, sessions } = ideationServer({}, [written(), saved]);
    showTab({ sessionId: 'session-2' });
    expect(await screen.findByText('The saved one')).toBeDefined();
    await edit('Changed');
    await press('Save Ideation');
    expect(await screen.findByText('Your ideation session has been saved.')).toBeDefined();
    expect(callsOf(save)).toHaveLength(1);
    expect(sessions.get('session-2')).toMatchObject({ content: 'Changed', saved: true });
    expect(sessions.get('session-1')).toEqual(written());
  });

  it.each([
    [
      'is not there',
      refusal(404, 'ideation_not_found', 'There is no such ideation session in your account.'),
      false,
    ],
    ['can’t be loaded', refusal(500, 'internal', 'Away.'), true],
  ])('that %s says so, and leaves the one in progress alone', async (_, answer, isRetried) => {
    ideationServer({ 'GET /api/ideation-sessions/session-9': answer }, [written()]);
    showTab({ sessionId: 'session-9' });
    const told = isRetried
      ? 'Your session could not be loaded.'
      : 'There is no such ideation session in your account.';
    expect(await screen.findByText(told)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(isRetried);
    await press('Go back to the session in progress');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('that can’t be loaded can be asked for again', async () => {
    let fails = true;
    ideationServer({ [current]: () => (fails ? refusal(500, 'internal', 'Away.') : { session: written() }) });
    showTab();
    expect(await screen.findByText('Your session could not be loaded.')).toBeDefined();
    fails = false;
    await press('Try again');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('begins with a given idea, and the one before can be brought back', async () => {
    const { callsOf } = ideationServer({}, [written()]);
    showTab({ idea: 'A map of quiet places', trailId: 'trail-7' });
    await waitFor(async () => expect((await ready()).value).toBe('A map of quiet places'));
    expect(callsOf(ask)).toEqual([]);
    await press('Bring back the previous session');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('makes room for a new one', async () => {
    const { sessions } = ideationServer({}, [written()]);
    showTab();
    await ready();
    await edit('Kept before the new one');
    await press('Start a new session');
    expect((await ready()).value).toBe('');
    expect(screen.queryByText('Kept before the new one')).toBeNull();
    await waitFor(() => expect(sessions.get('session-1')?.content).toBe('Kept before the new one'), patient);
  });

  it('once saved makes room for the next one', async () => {
    const { callsOf } = ideationServer({}, [{ ...written(), nextStage: null }]);
    const turn = showTab();
    await ready();
    await press('Save Ideation');
    await waitFor(() => expect(callsOf(save)).toHaveLength(1));
    await screen.findByText('Your ideation session has been saved.');
    turn({ open: false });
    turn({ open: true });
    expect(await screen.findByRole('button', { name: 'Get Ideation Help' })).toBeDefined();
  });

  it('leads on to the validation of its idea', async () => {
    ideationServer({}, [{ ...written(), nextStage: null, idea: 'A calendar' }]);
    showTab();
    await ready();
    await press('Validate this idea');
    const { content } = written();
    await waitFor(() =>
      expect(onValidate).toHaveBeenCalledWith({ idea: 'A calendar', trailId: 'trail-1', content }),
    );
  });
});

describe('coming back', () => {
  const other = { ...written('session-2', 'The other one') };

  it('a session that arrives after it was left takes no one’s place', async () => {
    let reply: ((session: Response) => void) | undefined;
    const read = () => new Promise<Response>((resolve) => (reply = resolve));
    ideationServer({ 'GET /api/ideation-sessions/session-2': read }, [written()]);
    const turn = showTab({ sessionId: 'session-2' });
    await waitFor(() => expect(reply).toBeDefined());
    turn({ open: false });
    turn({ open: true, start: undefined });
    await press('Edit text');
    type(textField(), 'Typed meanwhile');
    reply?.(Response.json(other));
    await waitFor(() => expect(screen.getByText('Kept in your account.')).toBeDefined(), patient);
    expect(textField().value).toBe('Typed meanwhile');
  });

  it('shows what another device has written since, and first what was here', async () => {
    const { sessions, kept } = ideationServer({}, [written()]);
    const turn = showTab();
    await ready();
    turn({ open: false });
    sessions.set('session-1', { ...written('session-1', 'From the phone'), revision: 2 });
    turn({ open: true });
    expect(screen.getByText('First words.')).toBeDefined();
    expect(await screen.findByText('From the phone')).toBeDefined();
    await edit('From both');
    await waitFor(() => expect(sessions.get('session-1')?.content).toBe('From both'), patient);
    expect(kept()).toHaveLength(1);
  });

  it('stays where a section has begun before the newer text arrives', async () => {
    let reply = (_: Response) => {};
    const read = () => new Promise<Response>((resolve) => (reply = resolve));
    ideationServer({ 'GET /api/ideation-sessions/session-1': read }, [written()]);
    const turn = showTab();
    await ready();
    turn({ open: false });
    turn({ open: true });
    streamOnce(slowReply().answer());
    await press('Conduct Market Research');
    await act(async () => reply(Response.json({ ...written('session-1', 'From the phone'), revision: 2 })));
    expect(screen.getByText('First words.')).toBeDefined();
    expect(screen.queryByText('From the phone')).toBeNull();
  });

  it('does not ask again for what it has just loaded', async () => {
    const { callsOf } = ideationServer({}, [written()]);
    showTab();
    await screen.findByText('First words.');
    expect(callsOf('GET /api/ideation-sessions/session-1')).toEqual([]);
  });

  it('brings back a session that the account never got', async () => {
    const { callsOf } = ideationServer();
    showTab();
    type(await ready(), 'x'.repeat(50_000));
    await press('Start a new session');
    expect((await ready()).value).toBe('');
    await press('Bring back the previous session');
    expect((await ready()).value).toHaveLength(50_000);
    expect(callsOf('GET /api/ideation-sessions')).toEqual([]);
  });

  it('keeps the words that another version of this page has left in the browser', async () => {
    const left = { document: { id: 'session-8', idea: 'A calendar', content: 'Left behind' }, at: 1 };
    localStorage.setItem('draft:u1:ideation:tab:slot', JSON.stringify(left));
    const { sessions } = ideationServer();
    showTab();
    expect(await screen.findByText('Left behind')).toBeDefined();
    await waitFor(() => expect(sessions.get('session-8')?.content).toBe('Left behind'), patient);
  });

  it('tells what the account has refused, with words of its own', async () => {
    ideationServer({ 'PUT /api/ideation-sessions/session-1': refusal(400, 'body_invalid', 'No.') }, [
      written(),
    ]);
    showTab();
    await ready();
    await edit('Mine');
    expect(
      await screen.findByText(/^Kept in this browser only: your account does not take it/, {}, patient),
    ).toBeDefined();
    expect(screen.queryByText(/as soon as that works/)).toBeNull();
  });
});

describe('what takes a while', () => {
  it('a save that ends late does not close another session', async () => {
    let reply = (_: Response) => {};
    const saved = { ...written(), nextStage: null };
    ideationServer({ [save]: () => new Promise<Response>((resolve) => (reply = resolve)) }, [saved]);
    const turn = showTab();
    await ready();
    await press('Save Ideation');
    turn({ open: false });
    turn({ open: true, start: { idea: 'Another idea' } });
    await waitFor(async () => expect((await ready()).value).toBe('Another idea'));
    reply(Response.json({ ...saved, saved: true }));
    await screen.findByText('Your ideation session has been saved.');
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it('the way to the validation says that it waits for the account', async () => {
    let reply = (_: Response) => {};
    const late = { ...written(), nextStage: null };
    const keep = () => new Promise<Response>((resolve) => (reply = resolve));
    ideationServer({ 'PUT /api/ideation-sessions/session-1': keep }, [late]);
    showTab();
    await ready();
    await edit('Newest words');
    await press('Validate this idea');
    const button = screen.getByRole('button', { name: 'Validate this idea' });
    expect([button.getAttribute('aria-busy'), onValidate.mock.calls]).toEqual(['true', []]);
    reply(Response.json({ ...late, content: 'Newest words', revision: 2 }));
    const content = 'Newest words';
    await waitFor(() =>
      expect(onValidate).toHaveBeenCalledWith({ idea: 'A calendar', trailId: 'trail-1', content }),
    );
  });
});
