import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { missingPhrase } from '#shared/rules/needs-asking.ts';
import { preview } from '#shared/rules/preview.ts';
import { storable } from '#shared/rules/storable.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import type { Phrase } from '#web/ui/ReadingBoxes.tsx';
import { ReadOnlyNote } from '#web/ui/ReadOnlyNote.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { MissingPhrases } from './MissingPhrases.tsx';
import type { PlanRequest } from './use-generation.ts';
import { type PlanStart, useIdea } from './use-idea.ts';
import type { usePhrases } from './use-phrases.ts';

type IdeaFormProps = {
  userId: string;
  start: PlanStart | undefined;
  asking: ReturnType<typeof usePhrases>;
  hasPlan: boolean;
  busy: boolean;
  /** Set where nothing new can be written: shows what the plan lacks. */
  onUpgrade: (() => void) | null;
  /** With the phrases that were filled in, and the trail that the idea was taken from. */
  onSubmit: (request: PlanRequest) => void;
  onStop: () => void;
  /** Null when there is no plan to bring back. */
  onBringBack: (() => void) | null;
};

const longest = 10_000;

export function IdeaForm(props: IdeaFormProps) {
  const { userId, start, asking, hasPlan, busy, onUpgrade, onSubmit, onStop, onBringBack } = props;
  const { idea, trail, change, aside, putBack } = useIdea(userId, start);
  const [error, setError] = useState<string | null>(null);
  const [missing, setMissing] = useState<Phrase | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const boxes = useRef<HTMLDivElement>(null);
  const sentence = storable(idea).trim();
  // Phrases belong to the sentence that they were asked for.
  const reading = !hasPlan && asking.phrases?.idea === sentence ? asking.phrases.reading : null;

  function focusBox(name: Phrase | null) {
    boxes.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }
  const focusMissing = useEffectEvent(() => focusBox(reading && missingPhrase(reading)));
  useEffect(() => {
    if (asking.timesAsked > 0) focusMissing();
  }, [asking.timesAsked]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (onUpgrade) return onUpgrade();
    const problem = problemOf(sentence);
    const lacking = reading && missingPhrase(reading);
    setError(problem);
    setMissing(lacking);
    if (problem) field.current?.focus();
    else if (lacking) focusBox(lacking);
    else onSubmit({ idea: sentence, reading: reading ? storableReading(reading) : undefined, trail });
  }

  return (
    <form onSubmit={submit} noValidate>
      {onUpgrade ? (
        <ReadOnlyNote title="Your plan no longer includes validation plans." onUpgrade={onUpgrade}>
          Nothing is taken away: read it, copy it, download it.
        </ReadOnlyNote>
      ) : null}
      <Field label="Your idea in one sentence" error={error} required>
        <TextArea
          ref={field}
          rows={2}
          autoGrow
          dir="auto"
          className="max-h-48 overflow-y-auto"
          readOnly={onUpgrade !== null}
          value={idea}
          onChange={(event) => {
            change(event.target.value);
            setError(null);
          }}
        />
      </Field>
      {aside ? <AsideNote text={aside} onPutBack={putBack} /> : null}
      {reading ? (
        <MissingPhrases
          key={asking.timesAsked}
          reading={reading}
          isReadOnly={onUpgrade !== null}
          missing={missing}
          boxes={boxes}
          onChange={(next) => {
            asking.change({ idea: sentence, reading: next });
            setMissing(null);
          }}
        />
      ) : null}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy} busyText="Validating...">
          {hasPlan ? 'Refresh Validation' : 'Process for Validation'}
        </Button>
        {busy ? <Button onClick={onStop}>Stop</Button> : null}
        {onBringBack && !busy ? (
          <Button variant="quiet" onClick={onBringBack}>
            Bring back the previous plan
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** What a trail's idea took the place of. */
function AsideNote({ text, onPutBack }: { text: string; onPutBack: () => void }) {
  return (
    <p role="status" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-soft">
      <span className="min-w-0 wrap-anywhere" dir="auto">
        You had typed: “{preview(text, 100)}”
      </span>
      <Button onClick={onPutBack}>Put it back</Button>
    </p>
  );
}

function storableReading({ who, job, trouble, language }: IdeaReading): IdeaReading {
  const phrase = (text: string) => storable(text).trim();
  return { who: phrase(who), job: phrase(job), trouble: phrase(trouble), language };
}

function problemOf(idea: string): string | null {
  if (idea === '') return 'Type your idea first.';
  if (idea.length <= longest) return null;
  return `That is ${idea.length.toLocaleString()} characters. Please shorten it to ${longest.toLocaleString()}.`;
}
