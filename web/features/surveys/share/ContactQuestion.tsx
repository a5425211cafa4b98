import { Switch } from '#web/ui/controls/Switch.tsx';
import { useSurveySettings } from './use-sharing.ts';

type ContactQuestionProps = {
  surveyId: string;
  /** Its place behind the questions. */
  number: number;
  isStored: boolean;
  isReadOnly: boolean;
};

/** The last question of every survey, which can be switched off and nothing else. */
export function ContactQuestion({ surveyId, number, isStored, isReadOnly }: ContactQuestionProps) {
  const { settings, change } = useSurveySettings(surveyId, isStored);
  const isOn = settings?.asksContact ?? true;
  const name = settings?.askedBy?.trim();
  const question = name ? `May ${name} ask you more?` : 'May we ask you more?';
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] items-baseline gap-x-2 border-b border-line py-2 sm:grid-cols-[1.5rem_minmax(0,1fr)]">
      <span className="text-faint tabular-nums" aria-hidden="true">
        {isOn ? number : '–'}
      </span>
      <div className="flex min-w-0 items-center gap-x-3">
        <p className={isOn ? 'min-w-0 grow wrap-anywhere' : 'min-w-0 grow text-faint wrap-anywhere'}>
          {question}
        </p>
        <span className="shrink-0 text-meta text-faint">E-mail, optional</span>
        <Switch
          label={<span className="sr-only">{`Ask “${question}”`}</span>}
          checked={isOn}
          disabled={isReadOnly || settings === undefined}
          onChange={(event) => change({ asksContact: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
}
