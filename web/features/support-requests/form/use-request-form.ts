import { type FormEvent, useState } from 'react';
import type { Job } from '#shared/contracts/support-requests.ts';
import { focusFirst } from '#web/ui/focus-first.ts';
import type { RequestDraft, RequestValues } from './request-draft.ts';
import { checkRequest, type RequestErrors } from './request-fields.ts';
import { type DeskOptions, useDesk } from './use-desk.ts';
import { useSubmission } from './use-submission.ts';
import { withScheme } from './with-scheme.ts';

/** The form of a support request: the draft that lies in it, what is wrong with that, and its sending. */
export function useRequestForm(options: DeskOptions & { onSubmitted: (job: Job) => void }) {
  const { user, onSubmitted } = options;
  const desk = useDesk(options);
  const submission = useSubmission(desk, user.id, onSubmitted);
  const [found, setFound] = useState<{ id: string; errors: RequestErrors } | null>(null);
  const { draft, put } = desk;
  const errors = found !== null && found.id === draft?.id ? found.errors : {};

  /** Changes the draft; `fields` are those whose errors are of yesterday then. */
  function change(changed: Partial<RequestValues>, ...fields: string[]) {
    if (!draft) return;
    put({ ...draft, request: { ...draft.request, ...changed } });
    const rest = Object.entries(errors).filter(([field]) => !fields.includes(field));
    setFound({ id: draft.id, errors: Object.fromEntries(rest) });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!draft || submission.isSending) return;
    const { id } = draft;
    // By the Enter key the field was not left.
    const ready = withWholeUrl(draft);
    if (ready !== draft) put(ready);
    const refuse = (wrong: RequestErrors) => {
      setFound({ id, errors: wrong });
      return focusFirst(form, wrong);
    };
    if (refuse(checkRequest(ready, user.plan))) return;
    refuse(await submission.send(ready));
  }

  return { ...desk, ...submission, errors, change, submit };
}

function withWholeUrl(draft: RequestDraft): RequestDraft {
  const appUrl = withScheme(draft.request.appUrl);
  return appUrl === draft.request.appUrl ? draft : { ...draft, request: { ...draft.request, appUrl } };
}

export type RequestForm = ReturnType<typeof useRequestForm>;
