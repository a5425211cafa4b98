import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Plan } from '#shared/contracts/account.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { findIdea, type Trail } from '#shared/contracts/trails.ts';
import { offline } from '#shared/messages/failures.ts';
import { planNames, prices, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { call } from '#web/api/call.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { typedReading } from '#web/drafts/idea-phrases.ts';
import { sendPhrases } from '#web/drafts/send-phrases.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { IdeaBox } from '#web/features/landing/preview/IdeaBox.tsx';
import type { IdeaPreviewProps, PreviewHandle } from '#web/features/landing/preview/IdeaPreview.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import { notFetched } from '#web/ui/states/NotFetched.tsx';

const KnownIdea = lazy(() =>
  import('#web/ui/idea/KnownIdea.tsx').then((m) => ({ default: m.KnownIdea }), notFetched),
);

/** Storage key of the sentence in the box. */
export const newIdeaKey = (userId: string) => draftKey(userId, 'new-idea');

/** The sentence in the box, as typed, and its phrases as they were last seen. */
export const newIdea = z.nullable(z.object({ idea: z.string(), reading: z.optional(typedReading) }));

type NewIdeaProps = {
  userId: string;
  plan: Plan;
  /** Asked for by its button: the box takes the focus. */
  isAsked: boolean;
  /** True from the first letter on, false once the box is empty. */
  onTyping: (isTyping: boolean) => void;
  onFullPlan: () => void;
  onCoach: (idea: string) => void;
  /** Opens the plan of an idea that was typed again. */
  onKnown: (trail: Trail, surveyId: string) => void;
};

/** The question that everything begins with, and the first reading of its answer. */
export function NewIdea(props: NewIdeaProps) {
  const { userId, plan, isAsked, onTyping, onFullPlan, onCoach, onKnown } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, save } = useDraft(newIdeaKey(userId), newIdea);
  const [shown, setShown] = useState('');
  const [reading, setReading] = useState<IdeaReading | null>(null);
  const [known, setKnown] = useState<Trail | null>(null);
  const preview = useRef<PreviewHandle>(null);
  const [Preview, setPreview] = useState<ComponentType<IdeaPreviewProps>>();
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);

  async function show(idea: string) {
    if (Preview && idea === shown) return preview.current?.goOn();
    const preparing = import('#web/features/landing/preview/IdeaPreview.tsx');
    const found = await call(findIdea, { body: { idea } }).catch(() => null);
    const trail = found?.trail ?? null;
    setKnown(trail);
    if (trail?.reading && draft?.reading === undefined) save({ idea, reading: trail.reading });
    setShown(idea);
    setReading(null);
    preparing.then(
      (m) => {
        dismissError();
        setPreview(() => m.IdeaPreview);
      },
      () => showToast(offline),
    );
  }

  return (
    <section aria-labelledby="new-idea" className="min-w-0">
      <h2 id="new-idea" className="mb-5 text-[2.5rem] leading-none tracking-[-0.04em] sm:text-[3.5rem]">
        What is your idea?
      </h2>
      <IdeaBox
        field={field}
        button="Show my questions"
        shown={Preview ? { idea: shown, reading } : null}
        initial={draft?.idea}
        onIdea={show}
        onEdit={(idea) => {
          setReading(null);
          setKnown(null);
          onTyping(idea !== '');
          // Its phrases come back with the sentence itself.
          if (idea !== draft?.idea) save(idea === '' ? null : { idea });
        }}
        onEmpty={() => field.current?.focus()}
      />
      {known ? (
        <Suspense>
          <KnownIdea trail={known} onOpen={onKnown} onAnother={null} />
        </Suspense>
      ) : null}
      {Preview ? (
        <div className="mt-5">
          <Preview
            key={shown}
            ref={preview}
            onRead={(read) => {
              setReading(read);
              if (draft?.idea.trim() === shown) save({ idea: draft.idea, reading: read });
            }}
            idea={shown}
            corrected={draft?.idea.trim() === shown ? draft.reading : undefined}
            field={field}
            note={
              upgradeNeeded(plan, 'validation')
                ? `The survey comes with the ${planNames.pro}, $${prices.pro.dollars}.`
                : null
            }
            onFullPlan={onFullPlan}
            beside={
              <Button
                variant="quiet"
                size="l"
                className="mt-2 w-full"
                onClick={() => {
                  if (reading) sendPhrases(shown, reading);
                  onCoach(field.current?.value.trim() || shown);
                }}
              >
                Start with the coach
              </Button>
            }
          />
        </div>
      ) : null}
    </section>
  );
}
