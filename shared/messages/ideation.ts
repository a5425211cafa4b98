import { messages } from './message.ts';

/** The ideation coach (specification 4, 5 and 8). */
export const ideationMessages = messages({
  ideation_prompt_empty: {
    title: 'Prompt is empty',
    text: 'Please enter your startup idea.',
    tone: 'error',
  },
  ideation_idea_too_long: {
    title: 'Error',
    text: 'Your idea has {length} characters; the coach reads up to {limit}. Nothing was sent or cut: please shorten it.',
    tone: 'error',
  },
  ideation_form_too_long: {
    title: 'Error',
    text: 'This step has {length} characters; a section takes up to {limit}. Nothing was cut: please shorten it.',
    tone: 'error',
  },
  ideation_no_number: { title: 'Error', text: 'Write one number, such as 168,000.', tone: 'error' },
  ideation_no_share: { title: 'Error', text: 'Write a share, such as 63 % or 22 of 35.', tone: 'error' },
  ideation_no_period: { title: 'Error', text: 'Say for how long: a month or a year.', tone: 'error' },
  ideation_stage_done: {
    title: 'Success! Moved to {next}.',
    text: 'The next step is ready below.',
    tone: 'success',
  },
  ideation_all_done: {
    title: 'Success!',
    text: 'All five sections are written. Save them when you are done editing.',
    tone: 'success',
  },
  ideation_failed: { title: 'Error', text: 'An unknown error occurred.', tone: 'error' },
  ideation_sign_in: {
    title: 'Authentication Error',
    text: 'You must be logged in to save your session.',
    tone: 'error',
  },
  ideation_nothing_to_save: {
    title: 'Nothing to save',
    text: 'The conversation is empty.',
    tone: 'error',
    status: 400,
  },
  ideation_not_saved: {
    title: 'Save Failed',
    text: 'Failed to save ideation session.',
    tone: 'error',
  },
  ideation_text_too_long: {
    title: 'Save Failed',
    text: 'Your session has {length} characters; up to {limit} can be saved. It stays in this browser: please shorten it.',
    tone: 'error',
  },
  ideation_saved: {
    title: 'Success!',
    text: 'Your ideation session has been saved.',
    tone: 'success',
  },
  ideation_not_found: {
    title: 'Error',
    text: 'There is no such ideation session in your account.',
    tone: 'error',
    status: 404,
  },
  ideation_changed_elsewhere: {
    title: 'Changed elsewhere',
    text: 'This session was changed in another tab or on another device. Nothing was overwritten.',
    tone: 'error',
    status: 409,
  },
});
