import { messages } from './message.ts';

/** Messages of the survey page, apart from the others so that it does not load them. */
export const surveyPageMessages = messages({
  survey_not_found: {
    title: 'Survey Not Found',
    text: 'There is no survey at this address.',
    tone: 'error',
    status: 404,
  },
  survey_sign_in: {
    title: 'Authentication Error',
    text: 'You must be logged in to answer this survey.',
    tone: 'error',
    status: 401,
  },
  survey_data_missing: {
    title: 'Survey Data Missing',
    text: 'The questions of this survey could not be loaded. Your answers are kept in this browser.',
    tone: 'error',
  },
  submission_failed: {
    title: 'Submission Failed',
    text: 'Server error: {status} {statusText}...',
    tone: 'error',
  },
  survey_submitted: {
    title: 'Survey Submitted!',
    text: 'Thank you. Your answers are saved.',
    tone: 'success',
  },
  analysis_trigger_failed: {
    title: 'Analysis Failed',
    text: 'Failed to trigger survey analysis.',
    tone: 'error',
  },
});
