// @vitest-environment page
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment } from '#shared/contracts/support-requests/attachments.ts';
import { message } from '#shared/messages/catalogue.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { fakeTimeouts, refusal, stubServer } from '#web/testing/stub-server.ts';
import { type SentFile, stubUpload } from '#web/testing/stub-upload.ts';
import { AttachmentList } from './AttachmentList.tsx';
import { AttachmentPicker } from './AttachmentPicker.tsx';
import { MaskedPreview } from './MaskedPreview.tsx';
import { useUploads } from './use-uploads.ts';

beforeEach(() => setTokenSource(async () => 'token-of-ada'));

const stripeKey = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const picture = (name = 'shot.png', type = 'image/png') => new File(['picture'], name, { type });
const log = (text: string, name = 'server.log') => new File([text], name, { type: '' });
const stored = (changes: Partial<Attachment> = {}): Attachment => ({
  id: 'a1',
  name: 'shot.png',
  type: 'image/png',
  size: 2048,
  created_at: '2026-03-10T15:00:00.000Z',
  ...changes,
});

function showPicker(start: Attachment[] = [], answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer(answers);
  const sent = stubUpload();
  const seen: { value: Attachment[] } = { value: start };
  function Form() {
    const [value, setValue] = useState(start);
    seen.value = value;
    return <AttachmentPicker value={value} files={useUploads({ value, onChange: setValue })} />;
  }
  const { unmount } = render(<Form />);
  return { server, sent, seen, unmount };
}

const input = () => screen.getByLabelText<HTMLInputElement>('Files to add');
const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } });
const rows = () => screen.queryAllByRole('listitem');
async function sentFile(sent: SentFile[], place = 0): Promise<SentFile> {
  await waitFor(() => expect(sent.length).toBeGreaterThan(place));
  const file = sent[place];
  if (!file) throw new Error('nothing was sent');
  return file;
}
const arrive = (file: SentFile, changes: Partial<Attachment> = {}) =>
  act(async () => file.reply(201, { attachment: stored({ name: file.name ?? '', ...changes }), masked: 0 }));

describe('the picker', () => {
  it('sends a chosen picture as it is, shows how far it is, and hands it to the form', async () => {
    const { sent, seen } = showPicker();
    choose(picture());
    const file = await sentFile(sent);
    expect(file).toMatchObject({
      path: '/api/python/api/attachments',
      name: 'shot.png',
      token: 'Bearer token-of-ada',
    });
    act(() => file.progress(30, 120));
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Sending shot.png' }).value).toBe(25);
    expect(await file.body.text()).toBe('picture');
    await arrive(file);
    expect(seen.value).toEqual([stored()]);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(rows()[0]?.textContent).toContain('2 KB');
    expect(screen.getByText(/Pictures and PDFs can’t be masked/)).toBeTruthy();
  });

  it('masks a text before it is sent and shows what was masked', async () => {
    const { sent } = showPicker();
    choose(log(`start\nSTRIPE=${stripeKey}\nmy password is hunter2\nend`));
    const file = await sentFile(sent);
    expect(await file.body.text()).toBe(
      'start\nSTRIPE=[masked: Stripe key]\nmy password is [masked: password]\nend',
    );
    await arrive(file, { type: 'text/plain' });
    const row = rows()[0];
    expect(row?.textContent).toContain('Masked: 1 Stripe key and 1 password');
    expect(row?.textContent).toContain('STRIPE=masked: Stripe key');
    expect(row?.textContent).not.toContain('start');
    expect(screen.queryByText(/Pictures and PDFs can’t be masked/)).toBeNull();
  });

  it('takes files that are dropped on it or pasted, and leaves pasted text alone', async () => {
    const { sent } = showPicker();
    const group = screen.getByRole('group', { name: /Screenshots and logs/ });
    fireEvent.drop(group, { dataTransfer: { files: [picture('dropped.png')], types: ['Files'] } });
    expect((await sentFile(sent)).name).toBe('dropped.png');
    const clipboard = (files: File[], types: string[]) =>
      Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
        clipboardData: { files, types },
      });
    const pasted = clipboard([picture('image.png')], ['Files']);
    act(() => void document.body.dispatchEvent(pasted));
    expect((await sentFile(sent, 1)).name).toBe('screenshot.png');
    expect(pasted.defaultPrevented).toBe(true);
    const text = clipboard([picture()], ['text/plain', 'Files']);
    act(() => void document.body.dispatchEvent(text));
    expect(text.defaultPrevented).toBe(false);
    expect(rows()).toHaveLength(2);
  });

  it('says at each file why it is not added, without sending it', async () => {
    const { sent } = showPicker();
    const huge = picture('huge.png');
    Object.defineProperty(huge, 'size', { value: 5 * 1024 * 1024 + 1 });
    const folder = log('x', 'folder');
    folder.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    const binary = new File([new Uint8Array([0xff, 0xfe, 0x00])], 'tool.exe');
    choose(
      huge,
      log('', 'empty.log'),
      binary,
      picture('cat.gif', 'image/gif'),
      folder,
      picture('IMG_1.HEIC', ''),
    );
    const codes = ['too_large', 'empty', 'type', 'type', 'unreadable', 'heic'] as const;
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(6));
    codes.forEach((code, place) => {
      expect(within(rows()[place] as HTMLElement).getByRole('alert').textContent).toBe(
        message(`attachment_${code}`).text,
      );
    });
    expect(screen.getAllByRole('button', { name: /^Try again/ })).toHaveLength(1);
    expect(sent).toHaveLength(0);
  });

  it.each([
    ['without a connection', (file: SentFile) => file.fail(), message('offline').text],
    [
      'after 502',
      (file: SentFile) => file.reply(502, '<h1>Bad gateway</h1>'),
      message('attachment_failed').text,
    ],
    ['after 408', (file: SentFile) => file.reply(408, ''), message('attachment_failed').text],
  ])('offers to try again %s, and says what the server refuses', async (_case, fail, reason) => {
    const { sent, seen } = showPicker();
    choose(picture());
    const first = await sentFile(sent);
    await act(async () => fail(first));
    expect(screen.getByRole('alert').textContent).toBe(reason);
    await userEvent.click(screen.getByRole('button', { name: 'Try again: shot.png' }));
    const second = await sentFile(sent, 1);
    expect(document.activeElement).toBe(rows()[0]);
    expect(screen.queryByRole('alert')).toBeNull();
    const { text } = message('attachment_type');
    await act(async () => second.reply(415, { code: 'attachment_type', error: text, message: text }));
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
    expect(seen.value).toEqual([]);
  });

  it('loses none of several files that arrive at once', async () => {
    const { sent, seen } = showPicker();
    choose(picture('one.png'), picture('two.png'), picture('three.png'));
    await sentFile(sent, 2);
    await act(async () => {
      for (const [place, file] of sent.entries())
        file.reply(201, { attachment: stored({ id: `a${place}`, name: file.name ?? '' }), masked: 0 });
    });
    expect(seen.value.map(({ name }) => name)).toEqual(['one.png', 'two.png', 'three.png']);
  });

  it('takes five files and says how many are too many; those that it refuses take no place', async () => {
    const { sent } = showPicker([stored({ id: 'a9', name: 'a.log', type: 'text/plain' })]);
    const svg = picture('pic.svg', 'image/svg+xml');
    const binary = new File([new Uint8Array([0xff, 0xfe, 0x00])], 'tool.exe');
    choose(svg, binary);
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    expect(screen.queryByText(/Pictures and PDFs can’t be masked/)).toBeNull();
    choose(svg, ...['1', '2', '3', '4', '5', '6'].map((name) => picture(`${name}.png`)));
    await sentFile(sent, 3);
    expect(screen.getByText(/files were not added\./).textContent).toBe(
      `2 files were not added. ${message('attachments_full').text}`,
    );
    expect(sent.map(({ name }) => name)).toEqual(['1.png', '2.png', '3.png', '4.png']);
    expect(screen.getByText(/Pictures and PDFs can’t be masked/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add files' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('does not try again without a free place', async () => {
    const { sent } = showPicker();
    choose(picture('late.png'));
    const late = await sentFile(sent);
    await act(async () => late.fail());
    choose(...['1', '2', '3', '4', '5'].map((name) => picture(`${name}.png`)));
    await sentFile(sent, 5);
    await userEvent.click(screen.getByRole('button', { name: 'Try again: late.png' }));
    expect(screen.getByText(/^One file was not added\./)).toBeTruthy();
    expect(sent).toHaveLength(6);
  });

  it.each([
    ['deletes', { deleted: true }],
    // A request has it.
    ['does not delete', refusal(404, 'attachment_not_found', 'There is no such attachment.')],
  ])('ends an upload that is removed, and removes a file that the server %s', async (_case, answer) => {
    const { server, sent, seen, unmount } = showPicker([stored()], { 'DELETE /api/attachments/a1': answer });
    choose(picture('other.png'), picture('third.png'));
    const file = await sentFile(sent);
    const third = await sentFile(sent, 1);
    await userEvent.click(screen.getByRole('button', { name: 'Remove other.png' }));
    expect(file.isAborted()).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add files' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove shot.png' }));
    expect(seen.value).toEqual([]);
    await waitFor(() => expect(server.callsOf('DELETE /api/attachments/a1')).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    // Uploads end with the form.
    unmount();
    expect(third.isAborted()).toBe(true);
  });
});

describe('the list', () => {
  const file = 'GET /api/attachments/a1';
  function stubAddresses() {
    const open = new Set<string>();
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      const address = `blob:picture-${open.size}`;
      open.add(address);
      return address;
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void open.delete(address));
    return open;
  }

  it('loads pictures with the token, opens them whole, and frees them again', async () => {
    const open = stubAddresses();
    const server = stubServer({
      [file]: () => new Response('png', { headers: { 'content-type': 'image/png' } }),
    });
    const { unmount } = render(<AttachmentList attachments={[stored()]} />);
    expect(screen.getByText('Loading shot.png')).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Open shot.png' });
    expect(link.getAttribute('href')).toBe('blob:picture-0');
    expect(screen.getByRole('img', { name: 'shot.png' }).getAttribute('src')).toBe('blob:picture-0');
    expect(server.calls[0]?.headers.get('authorization')).toBe('Bearer token-of-ada');
    unmount();
    expect(open.size).toBe(0);
    render(<AttachmentList attachments={[]} />);
    expect(screen.getByText('No attachments.')).toBeTruthy();
  });

  it('waits longer for a picture than for other responses', async () => {
    fakeTimeouts();
    stubAddresses();
    const slow = new Promise((resolve) => setTimeout(() => resolve(new Response('png')), 60_000));
    stubServer({ [file]: () => slow });
    render(<AttachmentList attachments={[stored()]} />);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByRole('img', { name: 'shot.png' })).toBeTruthy();
  });

  it('says why a picture can not be shown, and loads it again', async () => {
    stubAddresses();
    const { text } = message('attachment_store_down');
    let isDown = true;
    stubServer({
      [file]: () => (isDown ? refusal(503, 'attachment_store_down', text) : new Response('png')),
    });
    render(<AttachmentList attachments={[stored()]} />);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again: shot.png' }));
    expect(await screen.findByRole('img', { name: 'shot.png' })).toBeTruthy();
  });

  it('downloads a log, and says when that fails', async () => {
    stubAddresses();
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    let isGone = false;
    stubServer({
      [file]: () =>
        isGone ? refusal(404, 'attachment_not_found', 'There is no such attachment.') : new Response('log'),
    });
    render(<AttachmentList attachments={[stored({ name: 'server.log', type: 'text/plain', size: 831 })]} />);
    expect(rows()[0]?.textContent).toContain('831 bytes');
    await userEvent.click(screen.getByRole('button', { name: 'Download server.log' }));
    await waitFor(() => expect(clicked).toEqual(['server.log']));
    isGone = true;
    await userEvent.click(screen.getByRole('button', { name: 'Download server.log' }));
    expect((await screen.findByRole('alert')).textContent).toBe('There is no such attachment.');
  });
});

describe('the preview of masked secrets', () => {
  it('shows nothing while there is no secret', () => {
    const { container } = render(<MaskedPreview texts={[{ label: 'App Name', text: 'Dog Walks' }]} />);
    expect(container.textContent).toBe('');
  });

  it('counts what is masked and shows the lines as they will be sent', () => {
    const texts = [
      { label: 'Request Title', text: 'Nobody can log in' },
      { label: 'Issue Description', text: `fine\nkey ${stripeKey}\nkey2 ${stripeKey}x\npassword: hunter2` },
    ];
    render(<MaskedPreview texts={texts} />);
    const region = within(screen.getByRole('region', { name: 'Masked before sending' }));
    expect(region.getByText('Masked before it is sent: 2 Stripe keys and 1 password')).toBeTruthy();
    expect(region.queryByText('Request Title')).toBeNull();
    expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'key masked: Stripe key',
      'key2 masked: Stripe key',
      'password: masked: password',
    ]);
    expect(document.body.textContent).not.toContain(stripeKey);
  });

  it('shows every mark of a long line with its context', () => {
    const far = 'x '.repeat(100);
    const text = `${far}key ${stripeKey}, password: hunter2 ${far}token=${stripeKey} end`;
    render(<MaskedPreview texts={[{ label: 'Issue Description', text }]} />);
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^…x .*key masked: Stripe key, password: masked: password x .*…$/),
      expect.stringMatching(/^….* token=masked: Stripe key end$/),
    ]);
    expect(lines.join('').length).toBeLessThan(text.length);
  });

  it.each([30, 58, 60, 62, 90, 118, 120, 122])('never cuts a mark %d characters behind another', (apart) => {
    const text = `key ${stripeKey}${' .'.repeat(apart / 2)} token=${stripeKey}${' .'.repeat(90)}`;
    render(<MaskedPreview texts={[{ label: 'Log', text }]} />);
    const lines = screen.getAllByRole('listitem');
    expect(lines.flatMap((line) => [...line.querySelectorAll('mark')])).toHaveLength(2);
    expect(lines.map(({ textContent }) => textContent).join('')).not.toContain('[');
  });

  it('shows the first lines, and the others when they are asked for', async () => {
    const text = Array.from({ length: 9 }, (_, place) => `${place} password: hunter${place}`).join('\n');
    render(<MaskedPreview texts={[{ label: 'Log', text }]} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Show 4 of 4 more lines' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(9);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
