// @vitest-environment page
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { savePhrases } from '#web/drafts/idea-phrases.ts';
import {
  appName,
  ask,
  heldSession,
  ideationServer,
  press,
  ready,
  showTab,
  type,
  withTabs,
} from './ideation.fixture.tsx';

withTabs();

const idea = 'Something with AI for busy moms';
const asked: IdeaReading = { who: 'busy moms', job: '', trouble: '', language: 'en' };
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const job = () => box('What do they try to do?');
const title = (name: string) => screen.findByRole('heading', { name });
const isMissing = () => title('Two things are missing');

type Body = { task: { reading?: IdeaReading } };

/** A server that asks until it is given phrases that say enough. */
async function show(held?: Parameters<typeof ideationServer>[1]) {
  const answer = ({ body }: { body: unknown }) => {
    const reading = (body as Body).task.reading ?? asked;
    return Response.json({
      completion: JSON.stringify(needsAsking(reading) ? reading : appName),
      model: null,
    });
  };
  const server = ideationServer({ [ask]: answer }, held);
  showTab();
  const field = await ready();
  const readings = () => server.callsOf(ask).map(({ body }) => (body as Body).task.reading);
  return { ...server, field, readings };
}

async function coach() {
  const shown = await show();
  type(shown.field, idea);
  await press('Get Ideation Help');
  await isMissing();
  return shown;
}

describe('an idea that says too little', () => {
  it('is asked for what is missing before a section is written', async () => {
    const { sessions } = await coach();
    expect(box('Who has the problem?').value).toBe('busy moms');
    expect(document.activeElement).toBe(job());
    expect(screen.getByRole('heading', { name: 'Startup Ideation' })).toBeDefined();
    expect(screen.queryByText(/arrived in part/)).toBeNull();
    for (const { content, partial } of sessions.values()) expect([content, partial]).toEqual(['', '']);
  });

  it('goes on with one click, with the phrases in the task', async () => {
    const { readings } = await coach();
    type(job(), 'cook dinner');
    await press('Get Ideation Help');
    await title('Market Research');
    expect(readings()).toEqual([undefined, { ...asked, job: 'cook dinner' }]);
    expect(screen.queryByLabelText('What do they try to do?')).toBeNull();
    await press('Conduct Market Research');
    await title('Problem Validation');
    expect(readings()[2]).toEqual({ ...asked, job: 'cook dinner' });
  });

  it('is not sent again before the phrases say enough', async () => {
    const { readings } = await coach();
    await press('Get Ideation Help');
    expect(screen.getByRole('alert').textContent).toBe('Say what they try to do, or what goes wrong.');
    expect(document.activeElement).toBe(job());
    expect(readings()).toHaveLength(1);
  });

  it('keeps what was typed over a reload', async () => {
    await coach();
    type(job(), 'cook dinner');
    await waitFor(() => expect(localStorage.getItem('idea-phrases:u1')).toContain('cook dinner'));
    const value = (await ready()).value;
    cleanup();
    await show([heldSession({ id: 'session-1', idea: value })]);
    expect(job().value).toBe('cook dinner');
  });

  it('is asked between two sections too', async () => {
    const content = '### Startup Ideation\n\n**App name:** Dinner';
    savePhrases('u1', 'Another idea', asked);
    await show([heldSession({ id: 'session-1', idea, content, nextStage: 'MARKET_RESEARCH' })]);
    expect(screen.queryByLabelText('What do they try to do?')).toBeNull();
    await press('Conduct Market Research');
    await isMissing();
    expect(document.activeElement).toBe(job());
    type(job(), 'cook dinner');
    await press('Conduct Market Research');
    await title('Problem Validation');
    expect(screen.queryByLabelText('What do they try to do?')).toBeNull();
  });
});
