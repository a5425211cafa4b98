// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SurveyPage } from './SurveyPage.tsx';

afterEach(cleanup);

function open(path: string) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ code: 'survey_not_found', error: 'There is no survey here.' }, { status: 404 });
  });
  render(<SurveyPage path={path} leave={() => {}} />);
  return asked;
}

describe('SurveyPage', () => {
  it('asks for the survey that its path names and is in the product’s frame', async () => {
    const asked = open('/survey/survey-two-homes-k3x9d2a');
    await screen.findByRole('heading', { name: 'Survey Not Found' });
    expect(asked).toEqual(['/api/python/api/surveys/survey-two-homes-k3x9d2a']);
    expect(screen.getByRole('link', { name: 'Startup Spark' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('contentinfo').textContent).toBe(
      'Professional support for founders and Vibe coders.',
    );
  });

  it.each(['/survey/%E0%A4%A', '/survey/', '/survey/..%2f..%2fconfig'])(
    'survives the path %s',
    async (path) => {
      const asked = open(path);
      expect(await screen.findByRole('heading', { name: 'Survey Not Found' })).toBeDefined();
      for (const address of asked) expect(address).toMatch(/^\/api\/python\/api\/surveys\/[^/]*$/);
    },
  );
});
