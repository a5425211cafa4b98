// @vitest-environment page
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  ask,
  edit,
  ideationServer,
  onOpenChange,
  patient,
  press,
  ready,
  showTab,
  slowReply,
  streamOnce,
  textField,
  type,
  withTabs,
  written,
} from './ideation.fixture.tsx';

withTabs();

describe('a section that arrives in pieces', () => {
  const unnamed = 'A model that was cut off before it gave its name';
  const first = '{"tam": "Ten thousand homes", "gapAnalysis": "Nobo';

  async function begin() {
    const server = ideationServer({}, [written()]);
    showTab();
    await ready();
    const reply = slowReply();
    streamOnce(reply.answer());
    await press('Conduct Market Research');
    await reply.send('text', { text: first });
    return { ...server, ...reply };
  }

  it('is shown as far as it has come, and whole at its end', async () => {
    const { send } = await begin();
    expect(await screen.findByText(/Ten thousand homes/)).toBeDefined();
    expect(screen.getByText('Generating response, please wait...')).toBeDefined();
    const completion = '{"tam": "Ten thousand homes", "gapAnalysis": "Nobody asks."}';
    await send('done', { completion, model: 'm1' });
    expect(await screen.findByText(/Nobody asks\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Validate the Problem' })).toBeDefined();
  });

  it('can be stopped: what has arrived stays, and can be kept as it is', async () => {
    const { sessions } = await begin();
    await press('Stop');
    expect(screen.getByText('Stopped. What had arrived is kept.').role).toBe('status');
    expect(screen.getByText('Not complete')).toBeDefined();
    expect(screen.getByText(/Ten thousand homes/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Conduct Market Research' })).toBeDefined();
    await waitFor(() => expect(sessions.get('session-1')?.partial).toContain('Ten thousand homes'), patient);
    const kept = { stage: 'MARKET_RESEARCH', model: unnamed, step: 'unfinished' };
    expect(screen.getByText(unnamed)).toBeDefined();
    await press('Keep this part and go on');
    expect(screen.getByText('This section arrived in part and was kept as it was.')).toBeDefined();
    expect(await screen.findByText('Success! Moved to Problem Validation.')).toBeDefined();
    expect(screen.queryByText('Not complete')).toBeNull();
    await waitFor(
      () => expect(sessions.get('session-1')).toMatchObject({ nextStage: 'VALIDATION', partial: '' }),
      patient,
    );
    expect(sessions.get('session-1')?.receipts).toMatchObject([kept]);
    expect(sessions.get('session-1')?.content).toMatch(
      /First words\.\n\n### Market Research\n\n[\s\S]*Ten thousand/,
    );
  });

  it('says so when it is stopped before anything arrived', async () => {
    ideationServer({}, [written()]);
    showTab();
    await ready();
    streamOnce(slowReply().answer());
    await press('Conduct Market Research');
    await press('Stop');
    const told = screen.getByText('Stopped before anything arrived; your idea is kept.');
    expect([told.role, told.classList.contains('sr-only')]).toEqual(['status', false]);
    expect(screen.queryByText('Not complete')).toBeNull();
  });

  it('that is cut off keeps what has arrived, until it is written again', async () => {
    const { cut, send: _, ...server } = await begin();
    await cut();
    expect(await screen.findByText('Market Research could not be written.')).toBeDefined();
    expect(screen.getByText('Not complete')).toBeDefined();
    expect(screen.getByText(/Ten thousand homes/)).toBeDefined();
    const completion = '{"tam": "Nine homes"}';
    streamOnce(Response.json({ completion, model: 'm1' }));
    await press('Conduct Market Research');
    expect(await screen.findByText(/Nine homes/)).toBeDefined();
    expect(screen.queryByText(/Ten thousand homes/)).toBeNull();
    await waitFor(() => expect(server.sessions.get('session-1')?.partial).toBe(''), patient);
  });

  it('and is cut at once the second time leaves what the first has brought', async () => {
    const { cut, sessions } = await begin();
    await cut();
    const second = slowReply();
    streamOnce(second.answer());
    await press('Conduct Market Research');
    await second.send('text', { text: '{"tam": "Te' });
    await second.cut();
    expect(await screen.findByText(/Ten thousand homes/)).toBeDefined();
    await waitFor(() => expect(sessions.get('session-1')?.partial).toContain('Ten thousand homes'), patient);
  });

  it('is kept when the page is hidden, where no frame is drawn any more', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 1);
    const { sessions } = await begin();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(sessions.get('session-1')?.partial).toContain('Ten thousand homes'));
  });

  it('is told to screen readers by words that change in one place', async () => {
    const { send } = await begin();
    const status = screen.getByText('Generating response, please wait...');
    expect([status.role, status.closest('[aria-busy]')]).toEqual(['status', null]);
    await send('done', { completion: '{"tam": "Nine homes"}', model: 'm1' });
    await waitFor(() => expect(status.textContent).toBe('Market Research is written.'));
    expect(status.isConnected).toBe(true);
  });

  it('goes on behind the closed dialog', async () => {
    const server = ideationServer({}, [written()]);
    const turn = showTab();
    await ready();
    const reply = slowReply();
    streamOnce(reply.answer());
    await press('Conduct Market Research');
    turn({ open: false });
    await reply.send('done', { completion: '{"tam": "Nine homes"}', model: 'm1' });
    turn({ open: true });
    expect(await screen.findByText(/Nine homes/)).toBeDefined();
    await waitFor(() => expect(server.sessions.get('session-1')?.nextStage).toBe('VALIDATION'), patient);
  });
});

describe('the text', () => {
  it('is Markdown until it is clicked, and again when the field is left', async () => {
    ideationServer({}, [written()]);
    showTab();
    await ready();
    await userEvent.click(screen.getByText('First words.'));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Click inline to edit/ });
    expect(document.activeElement).toBe(field);
    expect(field.value).toContain('**App name:** Two Homes');
    type(field, '**Mine**');
    act(() => field.blur());
    await waitFor(() => expect(screen.getByText('Mine').tagName).toBe('STRONG'));
  });

  it.each(['', '\n'])('can be emptied (%j) and written again', async (nothing) => {
    const { sessions } = ideationServer({}, [{ ...written(), nextStage: null }]);
    showTab();
    await ready();
    await press('Edit text');
    const field = textField();
    type(field, nothing);
    expect(textField()).toBe(field);
    expect((await ready()).disabled).toBe(false);
    act(() => field.blur());
    expect(await screen.findByText('Nothing is written here. Click to write.')).toBeDefined();
    await edit('Written again');
    expect((await ready()).disabled).toBe(true);
    await waitFor(() => expect(sessions.get('session-1')?.content).toBe('Written again'), patient);
  });

  it('opens with the cursor at its start and its top in sight, and says how to be done', async () => {
    const seen = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {});
    ideationServer({}, [written()]);
    showTab();
    await ready();
    await press('Edit text');
    expect(document.activeElement).toBe(textField());
    expect(textField().selectionStart).toBe(0);
    expect(seen).toHaveBeenLastCalledWith({ block: 'start' });
    await userEvent.keyboard('Mine. ');
    await press('Done editing');
    expect(screen.queryByRole('textbox', { name: /^Click inline to edit/ })).toBeNull();
    expect(screen.getByText(/Mine\./)).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit text'));
  });

  it('is left by Escape, which does not close the dialog', async () => {
    ideationServer({}, [written()]);
    showTab();
    await ready();
    await press('Edit text');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: /^Click inline to edit/ })).toBeNull();
    expect(onOpenChange).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit text'));
  });

  it('has links that lead away and do not start the editing', async () => {
    ideationServer({}, [written('session-1', 'See [this](https://a.example/).')]);
    showTab();
    await ready();
    const link = screen.getByRole('link', { name: 'this' });
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    expect(screen.queryByRole('textbox', { name: /^Click inline to edit/ })).toBeNull();
  });

  it('says how each section was written, and plainly when a reply could not be read', async () => {
    ideationServer({ [ask]: { completion: 'I would rather talk about cats', model: 'cat-1' } });
    showTab();
    type(await ready(), 'A calendar');
    await press('Get Ideation Help');
    expect(
      await screen.findByText('This reply could not be read as sections and is shown as it came.'),
    ).toBeDefined();
    expect(screen.getByText('I would rather talk about cats')).toBeDefined();
    expect(screen.getByText('cat-1')).toBeDefined();
    expect(screen.getByText('ideation-2')).toBeDefined();
  });
});

describe('the export', () => {
  const receipt = { at: '2026-05-01T10:00:00.000Z', promptVersion: 'ideation-1', step: 'raw' as const };

  it('says in sight which sections were written without AI', async () => {
    const byRules = { ...receipt, stage: 'IDEATION' as const, model: null };
    ideationServer({}, [{ ...written(), receipts: [byRules] }]);
    showTab();
    await ready();
    expect(screen.getByText('Written without AI').closest('details')).toBeNull();
  });

  it('is a menu that Escape closes, and not the dialog, and so does a press elsewhere', async () => {
    ideationServer({}, [written()]);
    showTab();
    await ready();
    const menu = screen.getByText('Export').closest('details');
    const isOpen = () => menu?.open;
    await userEvent.click(screen.getByText('Export'));
    await waitFor(() => expect(isOpen()).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect([isOpen(), onOpenChange.mock.calls]).toEqual([false, []]);
    expect(document.activeElement).toBe(menu?.querySelector('summary'));
    await userEvent.click(screen.getByText('Export'));
    await waitFor(() => expect(isOpen()).toBe(true));
    await userEvent.click(screen.getByText('First words.'));
    expect(isOpen()).toBe(false);
  });
});

describe('the market size', () => {
  const lines = (share: string) =>
    [
      '### Market Research\n',
      '- **Number of night nurses:** 1,200',
      `- **Share for whom this was true:** ${share}`,
      '- **Price a year that night nurses pay:** $120',
    ].join('\n');

  it('is computed as soon as its blanks are filled in', async () => {
    ideationServer({}, [written('session-1', lines('[fill in]'))]);
    showTab();
    await ready();
    expect(screen.queryByText('Whole market')).toBeNull();
    await edit(lines('75 %'));
    expect(await screen.findByText('1,200 × 75% × $120 = $108,000 a year')).toBeDefined();
  });
});

it('gives the coach the answers to the survey of the same idea', async () => {
  const surveys = [{ surveyId: 'survey-a', submissions: 6, verdict: {} }];
  const { callsOf } = ideationServer(
    {
      'GET /api/trails/trail-1': { ideations: [], surveys, buildPrompts: [], supportRequests: [] },
      'GET /api/analyze-survey': {
        surveyId: 'survey-a',
        idea: 'A calendar',
        submissionCount: 6,
        aggregatedData: { 'What happened?': ['We forgot the bag'] },
        textNumbers: { 'What happened?': [4] },
        questionOrder: ['What happened?'],
        figures: [],
        basis: null,
      },
    },
    [written()],
  );
  showTab();
  await ready();
  await press('Conduct Market Research');
  await waitFor(() => expect(callsOf(ask)).toHaveLength(1));
  expect(callsOf(ask)[0]?.body).toMatchObject({
    task: { evidence: { submissionCount: 6, answers: [{ number: 4, text: 'We forgot the bag' }] } },
  });
});
