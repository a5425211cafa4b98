import { Button } from '#web/ui/Button.tsx';
import { type RequestDraft, type RequestValues, valuesOf } from './request-draft.ts';
import type { RequestForm } from './use-request-form.ts';

type ChangedElsewhereProps = { form: RequestForm; draft: RequestDraft };

/** Says that the request was changed since this draft began, and lets its owner choose; neither text is lost. */
export function ChangedElsewhere({ form, draft }: ChangedElsewhereProps) {
  const { changed, busy, put } = form;
  const { request, replaced } = draft;
  if (changed) {
    const theirs = valuesOf(changed);
    return (
      <div role="alert" className="grid grid-cols-1 gap-2 rounded-m bg-warn-wash px-4 py-3.5">
        <p className="font-medium">This request was changed elsewhere since you began to edit it.</p>
        <p className="text-soft">Update Request puts what stands below in place of what it says now:</p>
        <Reading values={theirs} />
        <div>
          <Button
            disabled={busy}
            onClick={({ currentTarget: { form: fields } }) => {
              put({ ...draft, request: theirs, base: theirs, replaced: request });
              focusStart(fields);
            }}
          >
            Use what it says now
          </Button>
        </div>
      </div>
    );
  }
  if (!replaced) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-m bg-muted px-3.5 py-3 text-soft"
    >
      <span>What you had written is kept.</span>
      <Button
        disabled={busy}
        onClick={({ currentTarget: { form: fields } }) => {
          put({ ...draft, request: replaced, replaced: null });
          focusStart(fields);
        }}
      >
        Put mine back
      </Button>
    </p>
  );
}

/** The button is gone then, and the fields say something else. */
function focusStart(fields: HTMLFormElement | null): void {
  const first = fields?.elements.namedItem('appName');
  if (first instanceof HTMLElement) first.focus();
}

function Reading({ values }: { values: RequestValues }) {
  const { appName, requestTitle, appUrl, email, issues } = values;
  const texts = [requestTitle, appName, appUrl, email, ...issues].filter((text) => text !== '');
  return (
    <div
      dir="auto"
      className="max-h-48 overflow-y-auto rounded-s bg-card px-3 py-2 wrap-anywhere whitespace-pre-wrap"
    >
      {texts.join('\n')}
    </div>
  );
}
