import { useRef } from 'react';
import { splitSections } from '#shared/rules/ideation-sections.ts';
import { textsOfStage } from '#shared/rules/ideation-stages.ts';
import { storable } from '#shared/rules/storable.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Arriving } from './Arriving.tsx';
import { CoachStatus } from './CoachStatus.tsx';
import { IdeaForm } from './IdeaForm.tsx';
import type { IdeationDocument } from './ideation-document.ts';
import { MarketSize } from './MarketSize.tsx';
import { OtherSessions } from './OtherSessions.tsx';
import { PartialSection } from './PartialSection.tsx';
import { SessionText } from './SessionText.tsx';
import { StageSteps } from './StageSteps.tsx';
import { addSection, receiptOfPartial, receiptsOfText } from './sections.ts';
import { type Coach, tellNext } from './use-coach.ts';
import { useNewestInSight } from './use-following.ts';
import type { Session } from './use-ideation-session.ts';
import type { useSaving } from './use-saving.ts';
import type { Starting } from './use-start.ts';
import { WrittenBy } from './WrittenBy.tsx';

export type SessionViewProps = {
  session: Session;
  document: IdeationDocument;
  coach: Coach;
  saving: ReturnType<typeof useSaving>;
  starting: Starting;
};

export function SessionView({ session, document, coach, saving, starting }: SessionViewProps) {
  const { change } = session;
  const { content, nextStage: stage, partial } = document;
  const isWriting = coach.arriving !== null;
  const text = useRef<HTMLDivElement>(null);
  useNewestInSight(text, splitSections(content).length);

  function goOnWithPart() {
    if (!stage) return;
    coach.forget();
    change((now) => addSection(now, { stage, markdown: now.partial, receipt: receiptOfPartial(now) }));
    tellNext(stage);
  }

  return (
    <>
      <StageSteps nextStage={stage} />
      <IdeaForm
        document={document}
        change={change}
        isBusy={isWriting || saving.isSaving}
        onWrite={() => coach.write(document)}
        onSave={() => saving.save(document)}
      >
        <OtherSessions document={document} starting={starting} />
      </IdeaForm>
      <div ref={text}>
        <SessionText
          document={document}
          onChange={(next) => change((now) => ({ ...now, content: storable(next) }))}
        />
      </div>
      <MarketSize content={content} />
      <WrittenBy receipts={receiptsOfText(document)} />
      <CoachStatus isWriting={isWriting} news={coach.news} />
      {coach.arriving !== null && stage ? <Arriving stage={stage} text={coach.arriving} /> : null}
      {coach.failure && !isWriting ? (
        <ErrorState
          title={stage ? `${textsOfStage(stage).title} could not be written.` : 'That did not work.'}
          onRetry={() => coach.write(document)}
          className="mt-5"
        >
          <p className="wrap-anywhere">{coach.failure.reason}</p>
          <p>Everything you have written is kept.</p>
        </ErrorState>
      ) : null}
      {partial !== '' && stage && !isWriting ? (
        <PartialSection
          stage={stage}
          text={partial}
          receipt={receiptOfPartial(document)}
          onKeep={goOnWithPart}
        />
      ) : null}
      {coach.wasShortened ? (
        <p className="mt-4 text-meta text-faint">
          Your text is long: earlier sections were shortened for the coach. Nothing was cut here.
        </p>
      ) : null}
    </>
  );
}
