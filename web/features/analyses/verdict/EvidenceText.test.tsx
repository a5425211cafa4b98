// @vitest-environment page
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleAnalysis } from '#web/features/analyses/example-analysis.fixture.ts';
import { SurveyAnalysisDetail, SurveyResults } from '#web/features/analyses/SurveyResults.tsx';

const scrolled = vi.fn<(place: Element, options: unknown) => void>();

beforeEach(() => {
  scrolled.mockReset();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, options) {
    scrolled(this, options);
  });
});
const screens = [
  ['results page', SurveyResults],
  ['expanded card', SurveyAnalysisDetail],
] as const;

const go = (name: string) => screen.getByRole('button', { name });

/** Two questions, answered by the same two people; `reasoning` quotes them. */
function show(reasoning: string) {
  const analysis = {
    ...exampleAnalysis.analysis,
    recommendationReasoning: reasoning,
    keyStrengths: [],
    keyWeaknesses: [],
  };
  const aggregatedData = { 'Why?': ['nothing', 'too late'], 'And then?': ['nothing', 'a row'] };
  const textNumbers = { 'Why?': [6, 2], 'And then?': [6, 2] };
  render(
    <SurveyResults
      analysis={{ ...exampleAnalysis, analysis, aggregatedData, textNumbers, questionOrder: [] }}
    />,
  );
}

function focused(): string {
  const list = document.activeElement?.closest('section')?.getAttribute('aria-label');
  return `${list} ${document.activeElement?.textContent}`;
}

describe.each(screens)('an answer’s number on the %s', (_, Screen) => {
  it('leads to the answer, which is brought into view and has the focus', async () => {
    render(<Screen analysis={exampleAnalysis} />);
    await userEvent.click(go('answer #4'));
    expect(focused()).toBe('What happened? answer #4<script>alert(1)</script>');
    expect(scrolled).toHaveBeenCalledExactlyOnceWith(document.activeElement, {
      behavior: 'smooth',
      block: 'center',
    });
    await userEvent.click(go('answer #11'));
    expect(focused()).toBe('What happened? answer #11We both forgot');
  });

  it('is plain where the answer is not listed', () => {
    render(<Screen analysis={exampleAnalysis} />);
    expect(screen.getByTitle('From answer #7').tagName).toBe('SPAN');
    expect(screen.queryByRole('button', { name: 'answer #7' })).toBeNull();
  });

  it('is plain in an analysis from before the numbers were kept, whose lists have none', () => {
    render(<Screen analysis={{ ...exampleAnalysis, textNumbers: {} }} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByTitle('From answer #4')).toBeDefined();
    const texts = within(screen.getByRole('region', { name: 'What happened?' })).getAllByRole('listitem');
    expect(texts.map((text) => text.textContent)).toEqual(['We both forgot', '<script>alert(1)</script>']);
  });
});

it('leads to the list beside it, also while the same answers stand in a dialog', async () => {
  render(
    <>
      <SurveyResults analysis={exampleAnalysis} />
      <div role="dialog">
        <SurveyAnalysisDetail analysis={exampleAnalysis} />
      </div>
    </>,
  );
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'answer #4' }));
  expect(dialog.contains(document.activeElement)).toBe(true);
  expect(focused()).toBe('What happened? answer #4<script>alert(1)</script>');
});

it('leads to where an answer begins that is longer than its list', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(320);
  render(<SurveyResults analysis={exampleAnalysis} />);
  await userEvent.click(go('answer #4'));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(document.activeElement, {
    behavior: 'smooth',
    block: 'start',
  });
});

describe('where one person answered several questions, a number', () => {
  it.each([
    [
      'leads to the quoted words',
      '‘Why?’ is told by: “a row” (#2).',
      'answer #2',
      'And then? answer #2a row',
    ],
    [
      'leads to words that were cut, or set apart for their direction',
      'One says “\u2068…late…\u2069” (#2).',
      'answer #2',
      'Why? answer #2too late',
    ],
    [
      'leads to the question named last, when both answers are the same',
      'To ‘Why?’ one of 2, and to ‘And then?’ another says “nothing” (#6).',
      'answer #6',
      'And then? answer #6nothing',
    ],
    ['leads to one of them without any words', 'So says one (#2).', 'answer #2', 'Why? answer #2too late'],
  ])('%s', async (_, reasoning, number, expected) => {
    show(reasoning);
    await userEvent.click(go(number));
    expect(focused()).toBe(expected);
  });
});
