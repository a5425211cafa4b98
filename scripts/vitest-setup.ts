import { afterEach, beforeEach, expect, vi } from 'vitest';

// An unexpected console.error fails its test; one that is expected is stubbed by the test itself.
let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    errors.push(parts);
  });
});

afterEach(() => {
  const seen = errors;
  errors = [];
  expect(seen, 'unexpected console.error').toEqual([]);
});
