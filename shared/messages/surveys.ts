import { messages } from './message.ts';
import { surveyPageMessages } from './survey-page.ts';

/** Surveys, answers and their analysis (specification 8, Survey). */
export const surveyMessages = messages({
  ...surveyPageMessages,
  survey_taken: {
    title: 'Error',
    text: 'This survey address belongs to somebody else.',
    tone: 'error',
    status: 409,
  },
  survey_has_answers: {
    title: 'Error',
    text: 'People have answered these questions, so they stay. Make a new version to change them.',
    tone: 'error',
    status: 409,
  },
  rule_changed_too_often: {
    title: 'Error',
    text: 'What counts can change {count} times a survey.',
    tone: 'error',
    status: 409,
  },
  submission_not_found: {
    title: 'Error',
    text: 'No such answer.',
    tone: 'error',
    status: 404,
  },
  own_preview: {
    title: 'Error',
    text: 'Your own answers never count.',
    tone: 'error',
    status: 409,
  },
  answer_counted: { title: 'Answer counted', text: '#{number} counts.', tone: 'success' },
  answer_set_apart: { title: 'Answer set apart', text: '#{number} no longer counts.', tone: 'success' },
  answer_deleted: { title: 'Answer deleted', text: '#{number} is gone for good.', tone: 'success' },
  group_counted: { title: 'Answers counted', text: '{count} more count.', tone: 'success' },
  group_set_apart: { title: 'Set apart again', text: '{count} no longer count.', tone: 'success' },
  answer_change_failed: { title: 'Error', text: '{message}', tone: 'error' },
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
  contact_invalid: {
    title: 'Submission Failed',
    text: 'Check your e-mail address, or leave it empty.',
    tone: 'error',
    status: 400,
  },
  already_sent: {
    title: 'Already Sent',
    text: 'Your first answers have already been saved and count; later changes were not sent.',
    tone: 'info',
    status: 409,
  },
  analysis_not_found: { title: 'Error', text: 'No results found.', tone: 'error', status: 404 },
  results_owner_only: {
    title: 'Error',
    text: 'Only the person who made this survey sees its results.',
    tone: 'error',
    status: 403,
  },
  results_not_shared: {
    title: 'Error',
    text: 'These results are no longer shared.',
    tone: 'error',
    status: 404,
  },
  results_failed: { title: 'Error', text: '{message}', tone: 'error' },
  access_failed: {
    title: 'Error',
    text: 'The sharing setting could not be changed. Please try again.',
    tone: 'error',
  },
  link_copied: { title: 'Link copied.', text: 'Anyone with it can answer.', tone: 'success' },
  survey_shared: { title: 'Survey shared.', text: 'Anyone with its link can answer.', tone: 'success' },
  activities_failed: {
    title: 'Request Status',
    text: 'No active support requests to load.',
    tone: 'error',
  },
});
