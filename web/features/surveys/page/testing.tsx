import { cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import type { Survey } from '#shared/contracts/surveys.ts';
import { SurveyScreen } from './SurveyScreen.tsx';
import { connectVisitor } from './visitor.ts';

export const surveyId = 'survey-two-homes-k3x9d2a';
export const path = `/survey/${surveyId}`;

export const survey: Survey = {
  surveyId,
  idea: 'A shared calendar for parents who live in two homes',
  socialLinks: [{ type: 'forum', name: 'Parents', url: 'https://parents.example' }],
  questions: [
    {
      question: 'How often did a handover go wrong last month?',
      type: 'multiple-choice',
      options: ['Never', 'Once', 'Weekly'],
      multiSelect: false,
    },
    {
      question: 'What have you tried?',
      type: 'multiple-choice',
      options: ['A paper list', 'Messages, calls', 'An app'],
      multiSelect: true,
    },
    { question: 'What happened the last time?', type: 'open-ended', options: null },
  ],
  publicLink: true,
  isOwner: false,
};

/** One request that the page made. */
export type Seen = { method: string; path: string; headers: Headers; body: Record<string, unknown> | null };

type Reply = Response | Promise<Response>;

/** The network: what each path answers, and what was asked. An unknown path fails its test. */
export function stubNetwork({ signedIn = false, ...given }: NetworkSettings = {}) {
  const seen: Seen[] = [];
  const replies: Record<string, (request: Seen) => Reply> = {
    'GET /api/python/api/config': () => reply({ identity: 'embedded' }),
    'GET /api/auth/get-session': () =>
      reply(signedIn ? { user: { id: 'u1', email: 'a@b.example', name: 'A' } } : null),
    'GET /api/auth/token': () => reply({ token: bearerToken }),
    [`GET /api/python/api/surveys/${surveyId}`]: () => reply(survey),
    'POST /api/python/api/submit-survey': () => reply({ success: true }, 201),
    'POST /api/python/api/analyze-survey': () => reply({ queued: true }, 202),
    ...given.replies,
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const request = { method: init.method ?? 'GET', path: url, headers: new Headers(init.headers), body };
    seen.push(request);
    const answer = replies[`${request.method} ${request.path}`];
    if (!answer) throw new Error(`The test has no reply for ${request.method} ${request.path}.`);
    return answer(request);
  });
  return { asked: (part: string) => seen.filter((request) => request.path.endsWith(part)) };
}

type NetworkSettings = { signedIn?: boolean; replies?: Record<string, (request: Seen) => Reply> };

export const submitPath = 'POST /api/python/api/submit-survey';
export const analyzePath = 'POST /api/python/api/analyze-survey';
export const surveyApi = `GET /api/python/api/surveys/${surveyId}`;

export function reply(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

/** A refusal as the server words it. */
export function refusal(status: number, code: string, text: string): Response {
  return reply({ code, error: text, message: text }, status);
}

export function unreachable(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** Opens the page as a browser tab does; the answer is where it sent the visitor. */
export function openSurvey(): { left: string[]; close: () => void } {
  const left: string[] = [];
  connectVisitor();
  const { unmount } = render(<SurveyScreen surveyId={surveyId} leave={(address) => left.push(address)} />);
  return { left, close: unmount };
}

export function closeAll() {
  cleanup();
  localStorage.clear();
}

export const bearerToken = `h.${btoa(JSON.stringify({ exp: 4_102_444_800 }))}.s`;
