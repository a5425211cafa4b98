// @vitest-environment page

import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { validationInstructions } from '#shared/rules/prompts/validation-prompt.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import { reachVerdict, sideOf } from '#shared/rules/verdict/verdict.ts';
import { planCards } from '#web/features/billing/plan-cards.data.ts';
import { tools } from '#web/pages/suite/dashboard/tools.data.ts';
import { Marquee, MarqueeImage, type MarqueeMetric, marqueeItems } from './Marquee.tsx';

describe('the strip', () => {
  it('has five items, one for each metric, and a name; its second copy is for the eye only', () => {
    const { container } = render(<Marquee />);
    const strip = screen.getByRole('region', { name: 'Startup Spark in figures' });
    expect(within(strip).getAllByRole('listitem')).toHaveLength(5);
    expect(container.querySelectorAll('li')).toHaveLength(10);
    expect(marqueeItems.map(({ metric }) => metric)).toEqual([
      'growth',
      'funded',
      'users',
      'points',
      'goals',
    ]);
  });

  it('reads as a fact, with the metric and the trend for whoever listens', () => {
    render(<Marquee />);
    const spoken = screen.getAllByRole('listitem').map((item) => item.textContent);
    for (const [at, { metric, trend, label }] of marqueeItems.entries())
      expect(spoken[at]).toContain(`${metric}, ${trend}:${trend === 'up' ? '↑' : '↓'}${label}`);
  });
});

describe('the image of an item', () => {
  const circle = () => document.querySelector('span')?.textContent;

  it.each([
    ['Ähnliches', 'Ä'],
    ['5 answers', 'A'],
    ['42', '4'],
  ])('is a letter of "%s" when there is none: %s', (label, letter) => {
    render(<MarqueeImage image={null} label={label} />);
    expect(circle()).toBe(letter);
  });
});

describe('the figures', () => {
  function figure(metric: MarqueeMetric): { figure: number; trend: 'up' | 'down' } {
    const item = marqueeItems.find((one) => one.metric === metric);
    const digits = item?.label.match(/[\d,]+/)?.[0].replaceAll(',', '');
    return { figure: Number(digits), trend: item?.trend ?? 'down' };
  }

  it('growth: from there on a range speaks for an idea, and below it does not', () => {
    const { figure: line, trend } = figure('growth');
    const range = { has: 50, counted: 100, uncounted: 0, high: 90 };
    expect(sideOf({ ...range, low: line }, defaultRule.line)).toBe('above');
    expect(sideOf({ ...range, low: line - 1 }, defaultRule.line)).toBe('open');
    expect(trend).toBe('up');
  });

  it('funded: what the plans say that an account costs', () => {
    const free = planCards.find(({ plan }) => plan === 'free');
    expect(figure('funded')).toEqual({ figure: free?.dollars, trend: 'down' });
  });

  it('users: what the launch tool aims for', () => {
    const launch = tools.find(({ tool }) => tool === 'launch');
    expect(launch?.note).toContain(String(figure('users').figure));
    expect(figure('users').trend).toBe('up');
  });

  it('points: with one answer fewer nothing is ever decided', () => {
    const { figure: fewest, trend } = figure('points');
    const options = ['Every week', 'Never'];
    const decide = (answers: number) =>
      reachVerdict(
        [{ question: 'How often did it happen?', type: 'multiple-choice', options, marks: ['has', 'hasnt'] }],
        [{ channel: null, marks: ['has'], count: answers }],
        defaultRule,
      ).decision;
    expect(decide(fewest)).toBe('Go');
    expect(decide(fewest - 1)).toBe("Can't tell yet");
    expect(trend).toBe('up');
  });

  it('goals: the most questions that a plan is asked for', () => {
    const { figure: most, trend } = figure('goals');
    expect(validationInstructions).toContain(`"surveyQuestions": array of 5 to ${most} objects`);
    expect(trend).toBe('down');
  });
});
