// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Field } from './Field.tsx';
import { Select } from './Select.tsx';
import { TextArea } from './TextArea.tsx';
import { TextInput } from './TextInput.tsx';

function note(control: HTMLElement) {
  return document.getElementById(control.getAttribute('aria-describedby') ?? '');
}

describe('Field', () => {
  it.each([
    ['TextInput', <TextInput key="input" />],
    ['TextArea', <TextArea key="area" />],
    ['Select', <Select key="select" />],
  ])('gives a %s its label and its help', (_name, control) => {
    render(
      <Field label="App Name" help="As people know it." required>
        {control}
      </Field>,
    );
    const found = screen.getByLabelText<HTMLInputElement>('App Name');
    expect(note(found)?.textContent).toBe('As people know it.');
    expect(found.required).toBe(true);
    expect(found.hasAttribute('aria-invalid')).toBe(false);
  });

  it('says what is wrong in place of the help, and marks the control', () => {
    render(
      <Field label="Email" help="Where we answer." error="That is no address.">
        <TextInput />
      </Field>,
    );
    const control = screen.getByLabelText('Email');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(note(control)).toBe(screen.getByRole('alert'));
    expect(screen.getByRole('alert').textContent).toBe('That is no address.');
    expect(screen.queryByText('Where we answer.')).toBeNull();
  });
});
