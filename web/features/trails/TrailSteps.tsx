import { Circle, CircleCheck, CircleDashed, CircleDot, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Trail } from '#shared/contracts/trails.ts';
import { readAppName } from '#shared/rules/plans/app-name.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';
import { resultsPath, surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { withoutMarks } from '#shared/rules/text/plain-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { NewMark } from '#web/ui/NewMark.tsx';
import { surveyWithVerdict, type TrailStep, type TrailStepName, type TrailStepState } from './trail.ts';
import { coachStart, launchStart, planStart, requestStart, type TrailActions } from './trail-actions.ts';
import {
  campaignStatus,
  countAnswers,
  day,
  moment,
  requestStatus,
  sessionStatus,
  stepEvidence,
  stepStatus,
  stepTitles,
  tracedTo,
  verdictEvidence,
} from './trail-labels.ts';

type TrailStepsProps = {
  trail: Trail;
  steps: TrailStep[];
  /** The step that comes next, also when it was begun or done before. */
  nextStep: TrailStepName;
  actions: TrailActions;
};

/** Each step of the way, what it is on, and everything that was made in it. */
export function TrailSteps({ trail, steps, nextStep, actions }: TrailStepsProps) {
  return (
    <Card aria-label="Steps">
      <h2 className="text-base">Steps</h2>
      <ol className="mt-2 divide-y divide-line">
        {steps.map(({ step, state }) => (
          <li key={step} aria-current={step === nextStep ? 'step' : undefined} className="flex gap-3 py-3.5">
            <StateIcon state={state} />
            <div className="grid min-w-0 grow grid-cols-1 gap-1">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <h3>{stepTitles[step]}</h3>
                <Badge tone={tones[state]} icon={null}>
                  {stepStatus(step, state)}
                </Badge>
              </div>
              <p className="wrap-anywhere text-soft">{stepEvidence(step, trail)}</p>
              <StepThings step={step} trail={trail} actions={actions} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StateIcon({ state }: { state: TrailStepState }) {
  const { icon: Icon, color } = looks[state];
  return <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${color}`} />;
}

const tones = {
  done: 'good',
  'in-progress': 'warn',
  next: 'spark',
  later: 'neutral',
} as const;

const looks: Record<TrailStepState, { icon: LucideIcon; color: string }> = {
  done: { icon: CircleCheck, color: 'text-good' },
  'in-progress': { icon: CircleDot, color: 'text-warn' },
  next: { icon: Circle, color: 'text-spark-ink' },
  later: { icon: CircleDashed, color: 'text-faint' },
};

type StepThingsProps = { step: TrailStepName; trail: Trail; actions: TrailActions };

/** Things made in a step, newest first, each with the ways to open it. */
function StepThings({ step, trail, actions }: StepThingsProps) {
  switch (step) {
    case 'ideation':
      return <Sessions trail={trail} actions={actions} />;
    case 'survey':
      return <Surveys trail={trail} actions={actions} />;
    case 'verdict':
      return <Verdicts trail={trail} actions={actions} />;
    case 'build-prompt':
      return <Prompts trail={trail} actions={actions} />;
    case 'support':
      return <Requests trail={trail} actions={actions} />;
    case 'conversations':
      return <Campaigns trail={trail} actions={actions} />;
    default:
      return null;
  }
}

type ThingsProps = Omit<StepThingsProps, 'step'>;

function Sessions({ trail, actions }: ThingsProps) {
  if (trail.ideations.length === 0)
    return (
      <div>
        <Button onClick={() => actions.openIdeation(coachStart(trail))}>Start with the coach</Button>
      </div>
    );
  return (
    <Things label="Ideation sessions">
      {trail.ideations.map(({ id, name, saved, nextStage, preview, updatedAt }) => (
        <Thing
          key={id}
          title={name ?? readAppName(preview)?.name}
          text={readAppName(preview)?.rest ?? preview}
          meta={`${sessionStatus({ saved, nextStage })} · ${moment(updatedAt)}`}
        >
          <Button onClick={() => actions.openIdeation({ sessionId: id })}>
            {saved ? 'Open' : 'Continue'}
          </Button>
        </Thing>
      ))}
    </Things>
  );
}

function Surveys({ trail, actions }: ThingsProps) {
  return (
    <Things label="Surveys">
      {trail.surveys.map(({ surveyId, name, submissions, newAnswers, created_at }) => (
        <Thing
          key={surveyId}
          title={
            <a href={surveyPath(surveyId)} target="_blank" rel="noopener" className="hover:underline">
              Open survey<span className="sr-only"> (opens in a new tab)</span>
            </a>
          }
          text={name}
          meta={`${day(created_at)}, ${countAnswers(submissions)}`}
        >
          <NewMark count={newAnswers} of="answer" to={resultsPath(surveyId)} />
          <Button onClick={() => actions.openValidation(planStart(trail, { surveyId }))}>Open plan</Button>
          <Button onClick={() => actions.shareSurvey(surveyId)}>Share</Button>
        </Thing>
      ))}
    </Things>
  );
}

function Verdicts({ trail, actions }: ThingsProps) {
  const start = { idea: trail.idea, trailId: trail.id };
  const judged = trail.surveys.filter(({ verdict }) => verdict !== null);
  return (
    <Things label="Verdicts">
      {judged.map((survey) => (
        <Thing
          key={survey.surveyId}
          meta={judged.length > 1 ? verdictEvidence(survey) : `Survey of ${day(survey.created_at)}`}
        >
          <Button onClick={() => actions.readResult(survey.surveyId)}>Read Result</Button>
          {survey.verdict?.goNoGoDecision === 'Go' ? (
            <Button
              onClick={() => actions.openProofOfConcept({ ...start, surveyId: survey.surveyId })}
              className={wrapping}
            >
              Build from these answers
            </Button>
          ) : null}
        </Thing>
      ))}
    </Things>
  );
}

function Prompts({ trail, actions }: ThingsProps) {
  return (
    <Things label="Build prompts">
      {trail.buildPrompts.map((prompt) => (
        <Thing
          key={prompt.id}
          text={prompt.preview}
          meta={
            trail.buildPrompts.length > 1
              ? `${moment(prompt.updatedAt)}. ${tracedTo(prompt, trail)}`
              : `Changed ${moment(prompt.updatedAt)}`
          }
        >
          <Button onClick={() => actions.openProofOfConcept({ promptId: prompt.id })}>Open</Button>
        </Thing>
      ))}
    </Things>
  );
}

function Requests({ trail, actions }: ThingsProps) {
  return (
    <>
      <Things label="Support requests">
        {trail.supportRequests.map((request) => (
          <Thing
            key={request.id}
            title={request.requestTitle}
            meta={`${requestStatus(request, Date.now())} · sent ${moment(request.created_at)}`}
          >
            <Link to={requestPath(request.id)} className={quiet}>
              Open thread
            </Link>
          </Thing>
        ))}
      </Things>
      <div>
        <Button
          onClick={() => actions.openSupportRequest(requestStart(trail, surveyWithVerdict(trail)?.surveyId))}
        >
          Start a support request
        </Button>
      </div>
    </>
  );
}

function Campaigns({ trail, actions }: ThingsProps) {
  return (
    <>
      <Things label="Campaigns">
        {trail.campaigns.map((campaign) => (
          <Thing
            key={campaign.id}
            title={campaign.name}
            meta={`${campaignStatus(campaign)} · started ${day(campaign.created_at)}`}
          >
            <Button onClick={actions.showConversations}>See conversations</Button>
          </Thing>
        ))}
      </Things>
      <div>
        <Button onClick={() => actions.openLaunch(launchStart(trail))}>Find conversations</Button>
      </div>
    </>
  );
}

// Longer than a narrow phone is wide.
const wrapping = 'h-auto! min-w-0 shrink! min-h-control py-1.5 text-left whitespace-normal!';
const quiet = buttonClass({ variant: 'quiet' });

/** Things made in a step, as a list; empty without any. */
function Things({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-1 grid grid-cols-1 gap-2">
      {children}
    </ul>
  );
}

type ThingProps = { title?: ReactNode; text?: string; meta: string; children: ReactNode };

/** One thing that was made, with the ways to open it. */
function Thing({ title, text, meta, children }: ThingProps) {
  return (
    <li className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-s bg-muted px-3 py-2">
      <div className="min-w-0 flex-[1_1_12rem]">
        {title ? (
          <p dir="auto" className="font-medium wrap-anywhere">
            {title}
          </p>
        ) : null}
        {text ? (
          <p dir="auto" className={`wrap-anywhere ${title ? 'line-clamp-1 text-soft' : 'line-clamp-2'}`}>
            {withoutMarks(text)}
          </p>
        ) : null}
        <p className="text-meta text-soft tabular-nums">{meta}</p>
      </div>
      <span className="flex min-w-0 flex-wrap items-center gap-1">{children}</span>
    </li>
  );
}
