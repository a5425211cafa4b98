import { messages } from './message.ts';

/** The proof of concept and its build prompts (specification 5 and 8). */
export const proofOfConceptMessages = messages({
  poc_prompt_empty: {
    title: 'Prompt is empty',
    text: 'Please describe your startup idea to generate an enhanced prompt.',
    tone: 'error',
  },
  poc_idea_too_long: {
    title: 'Error',
    text: 'Your idea has {length} characters; up to {limit} can be enhanced. Nothing was sent or cut: please shorten it.',
    tone: 'error',
  },
  poc_no_response: { title: 'Error', text: 'Failed to get response from the server.', tone: 'error' },
  poc_server_error: {
    title: 'Error',
    text: 'Server error: {status} {statusText}. Response: {excerpt}...',
    tone: 'error',
  },
  poc_reply_no_object: {
    title: 'Error',
    text: 'Could not find a valid JSON object in the AI response.',
    tone: 'error',
  },
  build_prompt_copied: {
    title: 'Copied to clipboard!',
    text: 'You can now paste the prompt into your builder.',
    tone: 'success',
  },
  build_prompt_not_found: {
    title: 'Error',
    text: 'There is no such build prompt in your account.',
    tone: 'error',
    status: 404,
  },
  build_prompt_changed_elsewhere: {
    title: 'Changed elsewhere',
    text: 'This prompt was changed in another tab or on another device. Nothing was overwritten.',
    tone: 'error',
    status: 409,
  },
  trail_renamed: { title: 'Renamed', text: 'The new name is saved.', tone: 'success' },
  trail_archived: {
    title: 'Archived',
    text: 'You find it under Settings, and nothing is lost.',
    tone: 'success',
  },
  trail_part_archived: { title: 'Archived', text: 'You can bring it back here.', tone: 'success' },
  trail_back: { title: 'Back', text: 'It is in your lists again.', tone: 'success' },
  trail_part_deleted: { title: 'Deleted', text: 'It is gone for good.', tone: 'success' },
  trail_not_changed: {
    title: 'Error',
    text: 'That did not work, and nothing has changed. Please try again.',
    tone: 'error',
  },
  trail_not_found: {
    title: 'Error',
    text: 'There is no such idea in your account.',
    tone: 'error',
    status: 404,
  },
});
