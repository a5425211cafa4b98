import { useState } from 'react';
import { defaultRule, ruleLimits } from '#shared/rules/verdict/rule.ts';
import type { PlanPartProps } from '#web/features/validation/plan/founder-plan.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';

/** The rule before the survey is shared: the marked options, the line and the smallest number. */
export function WhatCounts({ plan, isReadOnly, onEdit }: PlanPartProps & { isReadOnly: boolean }) {
  const counted = plan.questions.flatMap(({ options, marks }) =>
    (options ?? []).filter((_, at) => marks?.[at] === 'has'),
  );
  if (counted.length === 0)
    return (
      <p className="mt-4 rounded-s bg-muted px-3.5 py-3 text-soft">
        No option is marked as having the problem: you get charts and no verdict.
      </p>
    );
  return (
    <div className="mt-4 grid gap-3 rounded-s bg-muted px-3.5 py-3">
      <p className="wrap-anywhere">
        <strong className="font-medium">We’ll count:</strong> <span dir="auto">{counted.join(' · ')}</span>
      </p>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <RuleField
          label="Your line, %"
          value={plan.line ?? defaultRule.line}
          lowest={ruleLimits.lowestLine}
          highest={ruleLimits.highestLine}
          isReadOnly={isReadOnly}
          onChange={(line) => onEdit({ line })}
        />
        <RuleField
          label="Answers before a verdict"
          value={plan.minimumAnswers ?? defaultRule.minimumAnswers}
          lowest={ruleLimits.fewestAnswers}
          highest={ruleLimits.mostAnswers}
          isReadOnly={isReadOnly}
          onChange={(minimumAnswers) => onEdit({ minimumAnswers })}
        />
      </div>
      <p className="text-meta text-faint">
        Go needs clearly more people than your line. Sealed with the first answer; a later change is shown
        with every verdict.
      </p>
    </div>
  );
}

type RuleFieldProps = {
  label: string;
  value: number;
  lowest: number;
  highest: number;
  isReadOnly: boolean;
  onChange: (value: number) => void;
};

/** A whole number between its limits; anything else stays in the field with the reason and changes nothing. */
function RuleField({ label, value, lowest, highest, isReadOnly, onChange }: RuleFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => {
    const number = Number(text);
    return /^\d+$/.test(text.trim()) && number >= lowest && number <= highest ? number : null;
  };
  const isWrong = typed !== null && read(typed) === null;
  return (
    <Field
      label={label}
      error={isWrong ? `A whole number from ${lowest} to ${highest.toLocaleString()}.` : null}
    >
      <TextInput
        inputMode="numeric"
        className="max-w-24 tabular-nums"
        value={typed ?? String(value)}
        disabled={isReadOnly}
        onChange={(event) => {
          const next = read(event.target.value);
          setTyped(event.target.value);
          if (next !== null) onChange(next);
        }}
        onBlur={() => setTyped((text) => (text !== null && read(text) !== null ? null : text))}
      />
    </Field>
  );
}
