import { Link } from 'react-router';
import type { Trail } from '#shared/contracts/trails.ts';
import { readAppName } from '#shared/rules/app-name.ts';
import { requestPath } from '#shared/rules/request-path.ts';
import { surveyPath } from '#shared/rules/survey-path.ts';
import { judgedSurvey, type TrailStepName } from '#shared/rules/trail.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Thing, Things } from './Things.tsx';
import { launchStart, planStart, requestStart, type TrailActions } from './trail-actions.ts';
import {
  campaignStanding,
  countAnswers,
  day,
  moment,
  requestStanding,
  sessionStanding,
  tracedTo,
  verdictEvidence,
} from './trail-words.ts';

type StepThingsProps = { step: TrailStepName; trail: Trail; actions: TrailActions };

/** What was made in a step, newest first, each with the ways to open it. */
export function StepThings({ step, trail, actions }: StepThingsProps) {
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
  return (
    <Things label="Ideation sessions">
      {trail.ideations.map(({ id, saved, nextStage, preview, updatedAt }) => (
        <Thing
          key={id}
          title={readAppName(preview)?.name}
          text={readAppName(preview)?.rest ?? preview}
          meta={`${sessionStanding({ saved, nextStage })} · ${moment(updatedAt)}`}
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
      {trail.surveys.map(({ surveyId, submissions, created_at }) => (
        <Thing key={surveyId} meta={`${day(created_at)}, ${countAnswers(submissions)}`}>
          <a href={surveyPath(surveyId)} target="_blank" rel="noopener" className={quiet}>
            Open survey<span className="sr-only"> (opens in a new tab)</span>
          </a>
          <Button onClick={() => actions.openValidation({ ...planStart(trail), surveyId })}>Open plan</Button>
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
          <a href={`${surveyPath(survey.surveyId)}/results`} target="_blank" rel="noopener" className={quiet}>
            Results page<span className="sr-only"> (opens in a new tab)</span>
          </a>
          <Button onClick={() => actions.readResult(survey.surveyId)}>Read Result</Button>
          {survey.verdict?.goNoGoDecision === 'Go' ? (
            <Button
              onClick={() => actions.openProofOfConcept({ ...start, surveyId: survey.surveyId })}
              className={wrapping}
            >
              Write a build prompt from these answers
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
            meta={`${requestStanding(request, Date.now())} · sent ${moment(request.created_at)}`}
          >
            <Link to={requestPath(request.id)} className={quiet}>
              Open thread
            </Link>
          </Thing>
        ))}
      </Things>
      <div>
        <Button
          onClick={() => actions.openSupportRequest(requestStart(trail, judgedSurvey(trail)?.surveyId))}
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
            meta={`${campaignStanding(campaign)} · started ${day(campaign.created_at)}`}
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
