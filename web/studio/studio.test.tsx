// @vitest-environment page
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { DraftDocumentOptions } from '#web/drafts/use-draft-document.ts';
import { SaveNote, StudioFrame } from './StudioFrame.tsx';
import { useDocumentStudio } from './use-document-studio.ts';

type Text = { id: string; revision: number; text: string };
type Start = { id: string };

const textOf = (id: string): Text => ({ id, revision: 1, text: `Text of ${id}` });

/** A tool whose account answers by hand; its newest text is `newest`. */
async function openTool(given: { waitsForRun?: boolean; start?: Start; readsLeft?: boolean } = {}) {
  const { waitsForRun = false, start, readsLeft } = given;
  const reads: { id: string; arrive: (text: Text) => void; fail: () => void }[] = [];
  const documents: DraftDocumentOptions<Text> = {
    owner: 'u1',
    form: 'text',
    schema: { parse: (stored) => stored as Text },
    load: async () => textOf('newest'),
    read: (id) =>
      new Promise((arrive, reject) => reads.push({ id, arrive, fail: () => reject(new Error('Away.')) })),
    save: async (document) => document,
    copy: (document) => ({ ...document, id: `copy of ${document.id}` }),
    blank: () => textOf('blank'),
    isWorthSaving: () => true,
  };
  const { result, rerender } = renderHook(
    ({ open, start }: { open: boolean; start: Start | undefined }) => {
      const studio = useDocumentStudio<Text, string, Start>({
        open,
        start,
        waitsForRun,
        begin: (wanted) => wanted && studio.goTo(wanted.id),
        documents,
        isWorthReturning: ({ id }) => id !== 'blank',
        ...(readsLeft && { readLeft: (left) => documents.read(left.id).catch(() => left) }),
      });
      return studio;
    },
    { initialProps: { open: true, start } },
  );
  await act(async () => {});
  const settle = (step: () => void) => act(async () => step());
  return {
    reads,
    studio: () => result.current,
    shown: () => result.current.document?.id,
    turn: (props: { open: boolean; start?: Start }) => settle(() => rerender({ start: undefined, ...props })),
    settle,
  };
}

describe('opening', () => {
  it('reads what is asked for once each time, and shows what is there meanwhile elsewhere', async () => {
    const start = { id: 'one' };
    const { reads, studio, shown, turn, settle } = await openTool({ start });
    expect([reads.length, studio().isReading, shown()]).toEqual([1, true, 'newest']);
    await settle(() => reads[0]?.arrive(textOf('one')));
    expect([studio().isReading, shown(), studio().count]).toEqual([false, 'one', 1]);
    await turn({ open: true, start });
    expect(reads).toHaveLength(1);
    await turn({ open: false });
    await turn({ open: true, start });
    expect(reads).toHaveLength(2);
  });

  it('shows the last of several, and none that arrives after the dialog was closed', async () => {
    const { reads, shown, turn, settle } = await openTool({ start: { id: 'one' } });
    await turn({ open: true, start: { id: 'two' } });
    await settle(() => reads[1]?.arrive(textOf('two')));
    await settle(() => reads[0]?.arrive(textOf('one')));
    expect(shown()).toBe('two');
    await turn({ open: true, start: { id: 'three' } });
    await turn({ open: false });
    await settle(() => reads[2]?.arrive(textOf('three')));
    expect(shown()).toBe('two');
  });

  it('that fails can be tried again, or left for what was open', async () => {
    const { reads, studio, shown, settle } = await openTool({ start: { id: 'one' } });
    await settle(() => reads[0]?.fail());
    expect([studio().readError?.message, shown()]).toEqual(['Away.', 'newest']);
    await settle(() => studio().retryReading());
    expect([studio().readError, studio().isReading]).toEqual([null, true]);
    await settle(() => reads[1]?.fail());
    await settle(() => studio().leave());
    expect([studio().readError, shown()]).toEqual([null, 'newest']);
  });

  it('waits for a run where that is asked for', async () => {
    const { reads, studio, turn, settle } = await openTool({ waitsForRun: true });
    let end = (_outcome: string) => {};
    const ask = () => new Promise<string>((resolve) => (end = resolve));
    await settle(() => void studio().run.start({ ask }));
    await turn({ open: true, start: { id: 'one' } });
    expect(reads).toEqual([]);
    await settle(() => end('whole'));
    expect(reads.map(({ id }) => id)).toEqual(['one']);
  });

  it('leads back to the one before, and says when it can’t be read', async () => {
    const { reads, studio, shown, settle } = await openTool();
    expect(studio().bringBack).toBeNull();
    await settle(() => studio().startNew(textOf('blank')));
    await settle(() => studio().bringBack?.());
    await settle(() => reads[0]?.fail());
    expect([studio().readError?.message, shown()]).toEqual(['Away.', 'blank']);
    await settle(() => studio().retryReading());
    await settle(() => reads[1]?.arrive(textOf('newest')));
    expect([studio().readError, shown(), studio().bringBack]).toEqual([null, 'newest', null]);
  });

  it('leads back to the one before as it was left, where the tool wants that', async () => {
    const { reads, studio, shown, settle } = await openTool({ readsLeft: true });
    await settle(() => studio().startNew(textOf('blank')));
    await settle(() => studio().bringBack?.());
    await settle(() => reads[0]?.fail());
    expect([shown(), studio().bringBack]).toEqual(['newest', null]);
  });
});

describe('the frame', () => {
  it('has one button to stop a run and one to write, which is busy meanwhile', async () => {
    const stop = vi.fn();
    const write = { form: 'idea', label: 'Write', busyText: 'Writing...' };
    const frame = (arrived: string | null) => (
      <StudioFrame
        open
        onOpenChange={() => {}}
        title="A tool"
        run={{ arrived, stop }}
        foot={{ close: {}, write }}
      >
        Text
      </StudioFrame>
    );
    const { rerender } = render(frame(null));
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Write' }).getAttribute('form')).toBe('idea');
    rerender(frame('Half'));
    expect(screen.getByRole('button', { name: 'Writing...' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(stop).toHaveBeenCalledOnce();
  });

  it('says where the work is saved, and what is wrong', () => {
    const note = (isProblem: boolean, otherTab: boolean) => (
      <SaveNote
        text="Saved"
        isProblem={isProblem}
        otherTab={otherTab}
        failure={isProblem ? 'Not saved: No.' : null}
      />
    );
    const { rerender } = render(note(false, false));
    expect([screen.getByRole('status').textContent, screen.queryByText('Not saved: No.')]).toEqual([
      'Saved',
      null,
    ]);
    rerender(note(true, true));
    expect(screen.getByRole('status').textContent).toBe('Saved Also open in another tab.');
    expect(screen.getByText('Not saved: No.')).toBeDefined();
  });

  it('asks which text goes on where the document was changed elsewhere', async () => {
    const keepCopy = vi.fn();
    const loadNewer = vi.fn(async () => {});
    loadNewer.mockRejectedValueOnce(new Error('Away.'));
    render(
      <SaveNote text="" isProblem otherTab={false} document={{ status: 'conflict', keepCopy, loadNewer }} />,
    );
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('alert').textContent).toMatch(/^Changed in another tab or on another device\./);
    await press('Load the newer one');
    expect(await screen.findByText(/^The newer text could not be loaded\./)).toBeDefined();
    await press('Load the newer one');
    await press('Keep mine as a copy');
    expect([loadNewer.mock.calls.length, keepCopy.mock.calls.length]).toEqual([2, 1]);
  });
});
