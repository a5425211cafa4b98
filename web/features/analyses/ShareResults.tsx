import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import {
  createResultsLink,
  type ResultsLink,
  readResultsLink,
  removeResultsLink,
  resultsLinkDays,
} from '#shared/contracts/surveys/results-links.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

type Shared = Pick<SurveyAnalysis, 'surveyId' | 'questionOrder'>;

/** Makes, shows and removes the public link to a survey's results; its owner's only. */
export function ShareResults({ analysis }: { analysis: Shared }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Share2 size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Share results
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Share results"
        description="Anyone with the link can read them. Who has the survey's link and an account sees everything."
      >
        <CurrentLink {...analysis} />
      </Dialog>
    </>
  );
}

const linkKey = (surveyId: string) => ['results-link', surveyId];

function CurrentLink({ surveyId, questionOrder }: Shared) {
  const params = { surveyId };
  const state = useQuery({
    queryKey: linkKey(surveyId),
    queryFn: () => call(readResultsLink, { params }),
    gcTime: 0,
  });
  if (state.data)
    return <LinkForm surveyId={surveyId} questionOrder={questionOrder} link={state.data.link} />;
  if (state.error)
    return (
      <ErrorState title="The link could not be read." onRetry={() => void state.refetch()}>
        {state.error.message}
      </ErrorState>
    );
  return (
    <Loading label="Loading the link">
      <Skeleton className="h-40 w-full rounded-m" />
    </Loading>
  );
}

/** The address is known only until the dialog closes. */
function LinkForm({ surveyId, questionOrder, link }: Shared & { link: ResultsLink | null }) {
  const [days, setDays] = useState<(typeof resultsLinkDays)[number]>(30);
  const [hidden, setHidden] = useState(link?.hidden ?? []);
  const [showsTexts, setShowsTexts] = useState(link?.showsTexts ?? false);
  const { create, remove } = useLinkChange(surveyId);
  const token = create.data?.token;
  return (
    <div className="grid gap-4">
      {link ? (
        <LinkState
          expiresAt={link.expiresAt}
          url={token ? `${location.origin}/results/${token}` : null}
          isRemoving={remove.isPending}
          onRemove={() => {
            create.reset();
            remove.mutate();
          }}
        />
      ) : null}
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ days, hidden, showsTexts });
        }}
      >
        <Field label="Link expires after">
          <Select
            value={days}
            onChange={({ target }) =>
              setDays(resultsLinkDays.find((one) => String(one) === target.value) ?? days)
            }
          >
            {resultsLinkDays.map((one) => (
              <option key={one} value={one}>
                {one} days
              </option>
            ))}
          </Select>
        </Field>
        <HiddenQuestions questions={questionOrder} hidden={hidden} onChange={setHidden} />
        <Checkbox
          label="Show open answers"
          checked={showsTexts}
          onChange={(event) => setShowsTexts(event.target.checked)}
        />
        {create.error || remove.error ? (
          <p role="alert" className="text-meta text-bad">
            {(create.error ?? remove.error)?.message}
          </p>
        ) : null}
        <Button type="submit" variant="primary" className="w-fit" busy={create.isPending}>
          {link ? 'Create new link' : 'Create link'}
        </Button>
      </form>
    </div>
  );
}

function useLinkChange(surveyId: string) {
  const client = useQueryClient();
  const params = { surveyId };
  const save = (link: ResultsLink | null) => client.setQueryData(linkKey(surveyId), { link });
  const create = useMutation({
    mutationFn: (body: { days: (typeof resultsLinkDays)[number]; hidden: number[]; showsTexts: boolean }) =>
      call(createResultsLink, { params, body }),
    onSuccess: ({ token: _token, ...link }) => save(link),
  });
  const remove = useMutation({
    mutationFn: () => call(removeResultsLink, { params }),
    onSuccess: () => save(null),
  });
  return { create, remove };
}

type LinkStateProps = {
  expiresAt: string;
  /** Null for a link from before: its address can't be shown again. */
  url: string | null;
  isRemoving: boolean;
  onRemove: () => void;
};

function LinkState({ expiresAt, url, isRemoving, onRemove }: LinkStateProps) {
  const input = useRef<HTMLInputElement>(null);
  const day = new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: 'medium' });
  return (
    <div className="grid gap-2 border-b border-line pb-4">
      {url ? (
        <Field label="Results link">
          <TextInput ref={input} readOnly value={url} onFocus={(event) => event.target.select()} />
        </Field>
      ) : (
        <p>A link is active. Its address was shown once; a new link ends it.</p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {url ? (
          <CopyButton text={url} source={input}>
            Copy
          </CopyButton>
        ) : null}
        <Button variant="quiet" busy={isRemoving} onClick={onRemove}>
          Remove link
        </Button>
        <p role="status" className="text-meta text-faint">
          Expires {day}
        </p>
      </div>
    </div>
  );
}

type HiddenQuestionsProps = {
  questions: string[];
  hidden: number[];
  onChange: (hidden: number[]) => void;
};

function HiddenQuestions({ questions, hidden, onChange }: HiddenQuestionsProps) {
  return (
    <fieldset>
      <legend className="text-[0.8125rem] leading-5 font-medium">Questions to hide</legend>
      {questions.map((question, position) => (
        <Checkbox
          key={question}
          label={<span dir="auto">{question}</span>}
          checked={hidden.includes(position)}
          onChange={({ target }) =>
            onChange(target.checked ? [...hidden, position] : hidden.filter((one) => one !== position))
          }
        />
      ))}
    </fieldset>
  );
}
