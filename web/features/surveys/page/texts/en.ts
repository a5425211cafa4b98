import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { surveyPageMessages } from '#shared/messages/survey-page.ts';

type PageMessage = keyof typeof surveyPageMessages;

/** Every text of the survey page in one language; other languages are loaded on demand. */
export type SurveyTexts = {
  language: IdeaLanguage;
  /** Comes before the idea. */
  wholeIdea: string;
  lessIdea: string;
  preview: string;
  position: (at: number, of: number) => string;
  showAll: string;
  oneByOne: string;
  keys: string;
  placeholder: string;
  chooseAll: string;
  optional: string;
  optionMissing: string;
  answerMissing: string;
  restOptional: string;
  back: string;
  next: string;
  submit: string;
  submitting: string;
  askedBy: (name: string) => string;
  /** The name is '' where it is not known, here and below. */
  mayAsk: (name: string) => string;
  contactHelp: (name: string) => string;
  email: string;
  contactWrong: string;
  /** Says who reads the answers, where only the asking person sees the results. */
  resultsForOwner: (name: string) => string;
  resultsForAll: (name: string) => string;
  answered: string;
  change: string;
  /** Opens an empty form for a second person on this browser. */
  otherPerson: string;
  /** Hands the device to the person who answers next. */
  nextPerson: string;
  notSent: string;
  kept: string;
  keepOpen: string;
  reloaded: string;
  signIn: string;
  thanks: string;
  saved: string;
  results: string;
  dashboard: string;
  ownIdea: string;
  dismiss: string;
  messages: Record<PageMessage, { title: string; text: string }>;
  /** Texts in place of the server's own; the English page shows those as they come. */
  errors: Partial<Record<MessageCode, string>>;
};

export const en: SurveyTexts = {
  language: 'en',
  wholeIdea: 'Show the whole idea',
  lessIdea: 'Show less',
  preview: 'Preview: your own answers are not counted.',
  position: (at, of) => `${at} of ${of}`,
  showAll: 'Show all',
  oneByOne: 'One at a time',
  keys: 'Enter goes on.',
  placeholder: '-- Select an option --',
  chooseAll: 'Choose any, or skip.',
  optional: 'Optional.',
  optionMissing: 'Please select an option.',
  answerMissing: 'Please write an answer.',
  restOptional: 'Thank you. The rest is optional.',
  back: 'Back',
  next: 'Next',
  submit: 'Submit Feedback',
  submitting: 'Submitting...',
  askedBy: (name) => `Asked by ${name}`,
  mayAsk: (name) => (name ? `May ${name} ask you more?` : 'May we ask you more?'),
  contactHelp: (name) => `Optional. Only ${name || 'the person who asks'} sees it, with your answer.`,
  email: 'E-mail',
  contactWrong: 'Check your e-mail address, or leave it empty.',
  resultsForOwner: (name) => `Only ${name || 'the person who asks'} sees the results.`,
  resultsForAll: (name) => `${name || 'The person who asks'} reads it. Results show it without your name.`,
  answered: 'You have answered.',
  change: 'Change it?',
  otherPerson: 'Somebody else answers',
  nextPerson: 'Next person',
  notSent: 'Your answers are not sent yet.',
  kept: 'They are kept in this browser.',
  keepOpen: 'Please keep this page open.',
  reloaded: 'The questions changed. Please check your answers and send again.',
  signIn: 'Sign in and come back',
  thanks: 'Thank You!',
  saved: 'Your answers are in.',
  results: 'View Survey Results',
  dashboard: 'Return to Dashboard',
  ownIdea: 'Test your own idea',
  dismiss: 'Dismiss',
  messages: surveyPageMessages,
  errors: {},
};
