import { messages } from './message.ts';

/** Surveys, answers and their analysis (specification 8, Survey). */
export const surveyMessages = messages({
  survey_not_found: {
    title: 'Survey Not Found',
    text: 'There is no survey at this address.',
    tone: 'error',
    status: 404,
  },
  survey_taken: {
    title: 'Error',
    text: 'This survey address belongs to somebody else.',
    tone: 'error',
    status: 409,
  },
  survey_has_answers: {
    title: 'Error',
    text: 'This survey already has answers, so its questions can no longer change. Validate again to start a new survey.',
    tone: 'error',
    status: 409,
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
  answers_invalid: {
    title: 'Submission Failed',
    text: 'The answers do not fit this survey: {detail}.',
    tone: 'error',
    status: 400,
  },
  survey_changed: {
    title: 'Submission Failed',
    text: 'This survey was just changed by its owner. Your answers are kept; please check them and send again.',
    tone: 'error',
    status: 409,
  },
  submission_failed: {
    title: 'Submission Failed',
    text: 'Server error: {status} {statusText}',
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
  analysis_not_found: { title: 'Error', text: 'No results found.', tone: 'error', status: 404 },
  results_failed: { title: 'Error', text: '{message}', tone: 'error' },
  access_failed: {
    title: 'Error',
    text: 'The sharing setting could not be changed. Please try again.',
    tone: 'error',
  },
  link_copied: { title: 'Copied to clipboard!', text: 'You can now share the survey link.', tone: 'success' },
  activities_failed: {
    title: 'Request Status',
    text: 'No active support requests to load.',
    tone: 'error',
  },
});
