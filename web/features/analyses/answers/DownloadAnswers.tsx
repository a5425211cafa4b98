import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { message } from '#shared/messages/catalogue.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { downloadAnswers, downloadContacts } from './answer-files.ts';

type DownloadAnswersProps = {
  surveyId: string;
  /** Titles of the questions, in the survey's order. */
  questions: string[];
  /** Only the addresses that people left. */
  isOfContacts?: boolean;
  variant?: 'quiet';
};

/** Saves every answer, or every contact, as a CSV file. */
export function DownloadAnswers({
  surveyId,
  questions,
  isOfContacts = false,
  variant,
}: DownloadAnswersProps) {
  const saving = useMutation({
    mutationFn: () => (isOfContacts ? downloadContacts(surveyId) : downloadAnswers(surveyId, questions)),
    onError: (error) => showToast(message('answer_change_failed', { message: error.message })),
  });
  return (
    <Button
      variant={variant}
      busy={saving.isPending}
      icon={<Download size={16} aria-hidden="true" />}
      onClick={() => saving.mutate()}
    >
      {isOfContacts ? 'Download e-mails' : 'Download'}
    </Button>
  );
}
