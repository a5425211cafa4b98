// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stubServer } from '#web/testing/stub-server.ts';
import { EmbedSurvey } from './EmbedSurvey.tsx';
import { embedSnippet } from './embed-snippet.ts';

const surveyId = 'survey-bread-1234567';
const url = `https://spark.example/survey/${surveyId}`;

function show(publicLink: boolean) {
  stubServer({ [`GET /api/surveys/${surveyId}`]: { surveyId, publicLink } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EmbedSurvey surveyId={surveyId} url={url} />
    </QueryClientProvider>,
  );
}

describe('the embed code', () => {
  it('can be copied', () => {
    show(true);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Code for your site').value).toBe(
      embedSnippet(surveyId, url),
    );
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined();
  });

  it('says that the public link must be on', async () => {
    show(false);
    expect(await screen.findByText('Works once anyone with the link can answer.')).toBeDefined();
  });

  it('makes the frame as high as its own survey says', () => {
    const script = /<script>(.*)<\/script>$/s.exec(embedSnippet(surveyId, url))?.[1] ?? '';
    document.body.innerHTML = `<div id="${surveyId}"></div>`;
    const element = document.getElementById(surveyId) as HTMLElement & { contentWindow?: Window };
    element.contentWindow = Object.create(null);
    new Function(script)();
    const tell = (source: Window | undefined, surveyHeight: number) =>
      window.dispatchEvent(
        Object.assign(new MessageEvent('message', { data: { surveyHeight } }), { source }),
      );
    tell(window, 900);
    expect(element.style.height).toBe('');
    tell(element.contentWindow, 420);
    expect(element.style.height).toBe('420px');
  });
});
