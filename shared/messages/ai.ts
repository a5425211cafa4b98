import { messages } from './message.ts';

const failed = 'Validation Failed';

/** AI replies and the validation plan (specification 4, 5 and 8, Validation). */
export const aiMessages = messages({
  ai_unavailable: {
    title: 'Error',
    text: 'The AI service could not be reached. Nothing was counted; please try again in a minute.',
    tone: 'error',
    status: 502,
  },
  ai_timed_out: {
    title: 'Error',
    text: 'The AI service took too long to answer. Nothing was counted; please try again.',
    tone: 'error',
    status: 504,
  },
  ai_busy: {
    title: 'Error',
    text: 'The AI service is busy. Nothing was counted; please try again in a minute.',
    tone: 'error',
    status: 503,
  },
  ai_refused: {
    title: 'Error',
    text: 'The AI service declined to answer this text. Please word it differently.',
    tone: 'error',
    status: 422,
  },
  ai_not_connected: {
    title: 'Error',
    text: 'No AI is connected here. Set GROQ_API_KEY on the server, or connect another model as the README says.',
    tone: 'error',
    status: 501,
  },
  ai_empty: { title: 'Error', text: 'The AI returned an empty response.', tone: 'error', status: 502 },
  ai_interrupted: {
    title: 'Error',
    text: 'The AI answer was cut off. Nothing was counted; please try again.',
    tone: 'error',
    status: 502,
  },
  ai_abandoned: {
    title: 'Error',
    text: 'The request was ended before the AI answered.',
    tone: 'error',
    status: 499,
  },
  validation_sign_in: {
    title: 'Authentication Error',
    text: 'You must be logged in to validate an idea.',
    tone: 'error',
  },
  validation_ready: {
    title: 'Success!',
    text: 'Your validation plan and survey are ready.',
    tone: 'success',
  },
  validation_no_response: {
    title: failed,
    text: 'Failed to get a response from the server.',
    tone: 'error',
  },
  ai_reply_empty: { title: failed, text: 'The AI returned an empty response.', tone: 'error' },
  ai_reply_no_object: {
    title: failed,
    text: 'Could not find a valid JSON object in the AI response.',
    tone: 'error',
  },
  ai_reply_incomplete: {
    title: failed,
    text: 'AI response is missing required fields or has an incorrect format.',
    tone: 'error',
  },
  ai_reply_syntax: {
    title: failed,
    text: 'The AI response was not in the correct format. Please try again.',
    tone: 'error',
  },
  validation_unknown: { title: failed, text: 'An unknown error occurred.', tone: 'error' },
  summary_copied: {
    title: 'Copied to clipboard!',
    text: 'You can now paste the summary post.',
    tone: 'success',
  },
  summary_published: {
    title: 'Copied to clipboard!',
    text: 'You can now paste the summary post. The survey is public now.',
    tone: 'success',
  },
  summary_unpublished: {
    title: 'Copied to clipboard!',
    text: 'You can now paste the summary post. But the survey could not be made public.',
    tone: 'info',
  },
});
