// @vitest-environment page
import { readFileSync } from 'node:fs';
import { act, renderHook } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTheme } from './theme.ts';

const isDark = () => document.documentElement.classList.contains('dark');

beforeAll(() => {
  new Function(readFileSync(`${import.meta.dirname}/../public/theme.js`, 'utf8'))();
});

describe('the theme', () => {
  it('is the system’s until one is chosen', () => {
    expect(renderHook(useTheme).result.current[0]).toBe('system');
    expect(isDark()).toBe(matchMedia('(prefers-color-scheme: dark)').matches);
  });

  it('is seen at once and kept when chosen', () => {
    const { result } = renderHook(useTheme);
    act(() => result.current[1]('dark'));
    expect(result.current[0]).toBe('dark');
    expect(isDark()).toBe(true);
    expect(localStorage.getItem('theme')).toBe('dark');
    act(() => result.current[1]('light'));
    expect(isDark()).toBe(false);
  });

  it('follows a choice made in another window', () => {
    const { result } = renderHook(useTheme);
    localStorage.setItem('theme', 'dark');
    act(() => dispatchEvent(new Event('storage')));
    expect(result.current[0]).toBe('dark');
    expect(isDark()).toBe(true);
  });

  it('is the system’s when what was kept makes no sense', () => {
    localStorage.setItem('theme', 'mauve');
    expect(renderHook(useTheme).result.current[0]).toBe('system');
  });
});
