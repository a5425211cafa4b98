import type { ValidationPlan } from '#shared/contracts/surveys/validation.ts';
import { validationInstructions } from '#shared/rules/prompts/validation-prompt.ts';
import { type Reply, says } from './replies.ts';
import { studioReply } from './studio.ts';

/** One fixed plan for every idea; its texts say that they come from the fake. */
const fakePlan: ValidationPlan = {
  appName: 'Fake Plan',
  oneSentencePitch: 'A fixed plan from the fake server, for tests.',
  problemParagraph:
    'This may be a problem for some people. It has to be checked with them before anything is built.',
  targetAudience: 'People who met the problem in the last month.',
  socialGroups: [
    { type: 'Forum', name: 'Hacker News', url: 'https://news.ycombinator.com/' },
    { type: 'Community', name: 'Indie Hackers', url: 'https://www.indiehackers.com/' },
    { type: 'Subreddit', name: 'r/startups', url: 'https://www.reddit.com/r/startups/' },
  ],
  surveyQuestions: [
    {
      question: 'How often did the problem occur in the last month?',
      type: 'multiple-choice',
      options: ['Not once', 'Once or twice', 'About every week', 'Almost every day'],
      marks: ['hasnt', 'hasnt', 'has', 'has'],
      multiSelect: false,
    },
    {
      question: 'What did you do about it the last time?',
      type: 'multiple-choice',
      options: ['Nothing, I lived with it', 'I asked somebody for help', 'I paid for something'],
      multiSelect: false,
    },
    {
      question: 'Which of these have you tried?',
      type: 'multiple-choice',
      options: ['A spreadsheet', 'Paper, or a notebook', 'A tool made for it', 'None of these'],
      multiSelect: true,
    },
    { question: 'What happened the last time?', type: 'open-ended', options: null },
    { question: 'What did you try and then drop, and why?', type: 'open-ended', options: null },
  ],
};

/**
 * A validation prompt gets the plan, the studio's prompts get what `openai-studio.ts` has for them; the prompt of an
 * analysis gets the first of the points it offers; every other prompt gets a fixed object.
 */
export const defaultReply: Reply = (request, response) =>
  says(JSON.stringify(objectFor(request.prompt)))(request, response);

function objectFor(prompt: string): object {
  if (prompt.startsWith(validationInstructions)) return fakePlan;
  const studio = studioReply(prompt);
  if (studio) return studio;
  return choiceOf(prompt) ?? { response: 'A fixed fake reply.' };
}

/** The first point of each list that the prompt of an analysis offers; null for any other prompt. */
function choiceOf(prompt: string): object | null {
  const line = /^<<<\n(\{.*\})\n>>>$/m.exec(prompt)?.[1];
  if (line === undefined) return null;
  const { strengths, weaknesses } = JSON.parse(line) as Partial<Record<string, object>>;
  if (!strengths || !weaknesses) return null;
  const first = (points: object) => Object.keys(points).slice(0, 1);
  return { strengths: first(strengths), weaknesses: first(weaknesses) };
}
