// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stubUpload } from '#web/testing/stub-upload.ts';
import {
  button,
  errorOf,
  field,
  fill,
  jobOf,
  onSubmitted,
  post,
  press,
  put,
  read,
  showForm,
  type,
  withForm,
  written,
} from './show-form.tsx';

withForm();

const attachment = { id: 'a1', name: 'shot.png', type: 'image/png', size: 7, created_at: '2026-03-10' };

const inForm = () => within(screen.getByRole('dialog'));

/** A file is on its way from the form that is shown. */
async function beginUpload() {
  const uploads = stubUpload();
  const file = new File(['picture'], 'shot.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Files to add'), { target: { files: [file] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  const [sent] = uploads;
  if (!sent) throw new Error('nothing was sent');
  return sent;
}

describe('a file on its way', () => {
  it('keeps its draft in the form, and is in no other', async () => {
    const first = showForm();
    fill();
    first.unmount();
    const { callsOf } = showForm();
    await screen.findByText(/^Your draft from this browser/);
    const file = await beginUpload();
    expect(button('Start a new one').disabled).toBe(true);
    await act(async () => file.reply(201, { attachment, masked: 0 }));
    await waitFor(() => expect(button('Start a new one').disabled).toBe(false));
    await press('Start a new one');
    expect(screen.queryByText('shot.png')).toBeNull();
    fill();
    await press('Submit Request');
    await waitFor(() => expect(callsOf(post)[0]?.body).toMatchObject({ attachmentIds: [] }));
  });

  it('goes on behind the closed form, into its draft', async () => {
    const { turn, callsOf } = showForm();
    fill();
    const file = await beginUpload();
    turn({ open: false });
    expect(file.isAborted()).toBe(false);
    await act(async () => file.reply(201, { attachment, masked: 0 }));
    turn({ open: true });
    expect(screen.getByRole('button', { name: 'Remove shot.png' })).toBeDefined();
    await press('Submit Request');
    await waitFor(() => expect(callsOf(post)[0]?.body).toMatchObject({ attachmentIds: ['a1'] }));
  });

  it('that fails behind the closed form is said to be left out when it is opened again', async () => {
    const { turn } = showForm();
    const file = await beginUpload();
    turn({ open: false });
    await act(async () => file.fail());
    turn({ open: true });
    expect(await inForm().findByText('Without shot.png')).toBeDefined();
    expect(button('Try again: shot.png')).toBeDefined();
  });

  it('goes on into a request that is edited, too', async () => {
    const job = jobOf({ ...written, appName: 'SwapRun' });
    const { turn, callsOf } = showForm({
      start: { jobId: 'job-1' },
      answers: { [read]: { ...job, messages: [], history: [] }, [put]: job },
    });
    await waitFor(() => expect(field('App Name').value).toBe('SwapRun'));
    const file = await beginUpload();
    turn({ open: false });
    await act(async () => file.reply(201, { attachment, masked: 0 }));
    turn({ open: true, start: { jobId: 'job-1' } });
    await press('Update Request');
    await waitFor(() => expect(callsOf(put)[0]?.body).toMatchObject({ attachmentIds: ['a1'] }));
  });

  it('ends when the form is turned to something else', async () => {
    const { turn } = showForm({ start: { trailId: 'trail-1' } });
    const file = await beginUpload();
    turn({ start: { trailId: 'trail-2' } });
    expect(file.isAborted()).toBe(true);
    expect(screen.queryByText('shot.png')).toBeNull();
  });
});

describe('a file that could not be added', () => {
  const svg = (name: string) => new File(['<svg/>'], name, { type: 'image/svg+xml' });
  const add = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText('Files to add'), { target: { files } });

  it('is named at the button, which sends the request without it', async () => {
    const { callsOf } = showForm();
    fill();
    add(svg('pic.svg'));
    expect(await inForm().findByText('Without pic.svg')).toBeDefined();
    expect(button('Submit Request').disabled).toBe(false);
    await press('Submit Request');
    await waitFor(() => expect(callsOf(post)[0]?.body).toMatchObject({ attachmentIds: [] }));
  });

  it('is named no more once it is removed, and many are counted', async () => {
    showForm();
    add(...['a.svg', 'b.svg', 'c.svg', 'd.svg'].map(svg));
    expect(await inForm().findByText('Without a.svg, b.svg, c.svg and 1 more')).toBeDefined();
    await press('Remove a.svg');
    expect(inForm().getByText('Without b.svg, c.svg, d.svg')).toBeDefined();
    for (const name of ['b.svg', 'c.svg', 'd.svg']) await press(`Remove ${name}`);
    expect(inForm().queryByText(/^Without/)).toBeNull();
  });
});

describe('a file that the server has no more', () => {
  const text = 'There is no such attachment.';
  const refused = (about?: string[]) =>
    Response.json({ code: 'attachment_not_found', error: text, message: text, about }, { status: 404 });

  async function submitWithFile(about?: string[]) {
    let isFirst = true;
    const { callsOf } = showForm({
      answers: {
        'DELETE /api/attachments/a1': refused(),
        [post]: ({ body }) => {
          if (!isFirst) return Response.json({ job: jobOf(body), user: {} }, { status: 201 });
          isFirst = false;
          return refused(about);
        },
      },
    });
    fill();
    const file = await beginUpload();
    await act(async () => file.reply(201, { attachment, masked: 0 }));
    await press('Submit Request');
    await screen.findByText('Not sent.');
    return callsOf;
  }

  it('is named and marked, can be removed, and takes nothing else with it', async () => {
    const callsOf = await submitWithFile(['a1']);
    expect(screen.getAllByText(/^shot\.png is not on the server any more\./).length).toBeGreaterThan(0);
    expect(inForm().getByRole('alert').textContent).toMatch(/^Not on the server any more/);
    expect(document.activeElement).toBe(button('Remove shot.png'));
    expect(field('Issue Description').value).toBe('It logs me out.');
    await press('Remove shot.png');
    expect(inForm().queryByRole('alert')).toBeNull();
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(callsOf(post)[1]?.body).toMatchObject({ attachmentIds: [] });
  });

  it('is spoken of at the files where the server does not name it', async () => {
    await submitWithFile();
    expect(inForm().getByRole('alert').textContent).toMatch(/^One of the files can’t be used/);
    expect(document.activeElement).toBe(button('Add files'));
  });
});

it('a text that the server finds too long is marked, whatever blank ones were left out before it', async () => {
  const text = 'Issue 2 is too long.';
  const body = { code: 'request_text_long', error: text, message: text, about: ['issueDescriptions.1'] };
  showForm({
    user: { plan: 'developer' },
    answers: { [post]: Response.json(body, { status: 400 }) },
  });
  fill();
  await press('Add another issue');
  type('Issue Description 2', ' ');
  await press('Add another issue');
  type('Issue Description 3', 'Too long');
  await press('Submit Request');
  await waitFor(() => expect(errorOf('Issue Description 3')).toBe(text));
  expect(errorOf('Issue Description 2')).toBeNull();
});
