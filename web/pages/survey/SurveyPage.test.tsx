// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stubServer } from '#web/testing/stub-server.ts';
import { SurveyPage } from './SurveyPage.tsx';

it.each([
  ['/survey/survey-two-homes-k3x9d2a', '/api/surveys/survey-two-homes-k3x9d2a'],
  ['/survey/%E0%A4%A', '/api/surveys/'],
  ['/survey/', '/api/surveys/'],
  ['/survey/..%2f..%2fconfig', '/api/surveys/..%2F..%2Fconfig'],
])('asks for the survey that the path %s names', async (path, asked) => {
  const server = stubServer({});
  render(<SurveyPage path={path} leave={() => {}} />);
  await screen.findByRole('heading', { name: 'Survey Not Found' });
  expect(server.calls[0]?.name).toBe(`GET ${asked}`);
  expect(screen.getByRole('link', { name: 'Startup Spark' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('contentinfo').textContent).toBe(
    'Professional support for founders and Vibe coders.',
  );
});
