/*
 * Method, path and access of the calls that the survey page makes, apart from their schemas: with zod the page would
 * weigh a tenth more.
 */

export const readConfigCall = { method: 'GET', path: '/api/config', access: 'public' } as const;

export const readSurveyCall = { method: 'GET', path: '/api/surveys/{surveyId}', access: 'optional' } as const;

export const submitSurveyCall = { method: 'POST', path: '/api/submit-survey', access: 'optional' } as const;

export const analyzeSurveyCall = { method: 'POST', path: '/api/analyze-survey', access: 'optional' } as const;
