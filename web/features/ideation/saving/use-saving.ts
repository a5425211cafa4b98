import { useMutation } from '@tanstack/react-query';
import { saveIdeation } from '#shared/contracts/ideation.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { formatLimit } from '#web/features/ideation/format-limit.ts';
import type { Session } from '#web/features/ideation/use-ideation-session.ts';
import { readToken } from '#web/identity/token.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { documentOf, hasContent, type IdeationDocument, tooLong } from './ideation-document.ts';

/** Saves the session (specification 5 and 8); a failure loses nothing and stays in sight. */
export function useSaving(session: Session, onSaved: () => void) {
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async (document: IdeationDocument) => {
      // Unsent changes come first; when that fails, the save itself will say why.
      const sent = (await session.flush()) ?? document;
      const { id, revision, trailId, idea, content, nextStage, receipts } = sent;
      const body = { id, revision, trailId: trailId || undefined, idea, content, nextStage, receipts };
      session.accept(sent, documentOf(await call(saveIdeation, { body })));
      return id;
    },
    onSuccess(savedId) {
      showToast(message('ideation_saved'));
      // Another one may be open by now.
      if (savedId === session.document?.id) onSaved();
    },
    onError(error) {
      showToast({
        ...message('ideation_not_saved'),
        text: readFailure(error, 'ideation_not_saved').notice.text,
      });
      // Changed elsewhere: kept once more, it becomes a session of its own, which can be saved.
      if (error instanceof ApiError && error.status === 409) session.change((document) => ({ ...document }));
    },
  });

  async function save(document: IdeationDocument) {
    if (saving.isPending) return;
    // A provider that can't be reached is not a signed-out founder: the call itself will say what is wrong.
    const token = await readToken().catch(() => undefined);
    const long = tooLong(document);
    if (token === null) showToast(message('ideation_sign_in'));
    else if (!hasContent(document)) showToast(message('ideation_nothing_to_save'));
    else if (long) showToast(message('ideation_text_too_long', formatLimit(long)));
    else saving.mutate(document);
  }

  const isOfThis = saving.variables?.id === session.document?.id;
  const reason = saving.error && isOfThis ? readFailure(saving.error, 'ideation_not_saved').reason : null;
  return { save, isSaving: saving.isPending, reason };
}
