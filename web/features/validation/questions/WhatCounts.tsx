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
      <p className="mt-3 rounded-s bg-muted px-3 py-2 text-soft">Nothing is marked: charts, no verdict.</p>
    );
  const line = plan.line ?? defaultRule.line;
  const rest = counted.length - namedOptions;
  return (
    <details className="mt-3 rounded-s bg-muted px-3 py-2 text-[0.8125rem] leading-5">
      <summary className="flex cursor-pointer list-none flex-wrap items-center justify-between gap-x-3 rounded-s pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-medium">We’ll count:</strong>{' '}
          <span dir="auto">{counted.slice(0, namedOptions).join(' · ')}</span>
          <span>{rest > 0 ? ` · +${rest}` : null}</span>
        </span>
        <span className="whitespace-nowrap underline underline-offset-3">Your line: {line} %</span>
      </summary>
      <div className="mt-3 mb-1 flex flex-wrap items-start gap-x-6 gap-y-3">
        <RuleField
          label="Your line, %"
          value={line}
          lowest={ruleLimits.lowestLine}
          highest={ruleLimits.highestLine}
          isReadOnly={isReadOnly}
          onChange={(next) => onEdit({ line: next })}
        />
        <RuleField
          label="Answers before a verdict"
          value={plan.minimumAnswers ?? defaultRule.minimumAnswers}
          lowest={ruleLimits.fewestAnswers}
          highest={ruleLimits.mostAnswers}
          isReadOnly={isReadOnly}
          onChange={(minimumAnswers) => onEdit({ minimumAnswers })}
        />
        <p className="w-full text-meta text-faint">
          Go needs clearly more than your line. Verdicts show changes after the first answer.
        </p>
      </div>
    </details>
  );
}

/** Counted options that stand in one line. */
const namedOptions = 3;

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
