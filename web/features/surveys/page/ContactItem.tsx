import { clsx } from 'clsx';
import { useId } from 'react';
import { isEmail } from '#shared/rules/text/addresses.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import type { SurveyDefinition } from './load-survey.ts';
import { useTexts } from './texts/survey-texts.ts';

/** As long as a mail address can be, and as much as the server takes. */
const longestContact = 320;

/** True for a contact that the server refuses; a blank one is left out. */
export function isWrongContact(contact: string): boolean {
  const address = contact.trim();
  return address !== '' && !isEmail(address);
}

type ContactItemProps = {
  survey: Pick<SurveyDefinition, 'questions' | 'askedBy' | 'sharedDevice'>;
  contact: string;
  isCurrent: boolean;
  /** On a phone it is the only question in view. */
  isAlone: boolean;
  /** It was left with something that is no address. */
  isWrong: boolean;
  onFocus: () => void;
  onChange: (contact: string) => void;
};

/** The last question: an address for more of them, for the asking person alone. */
export function ContactItem(props: ContactItemProps) {
  const { survey, contact, isCurrent, isAlone, isWrong, onFocus, onChange } = props;
  const { questions, askedBy, sharedDevice } = survey;
  const texts = useTexts();
  const help = useId();
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      onFocus={onFocus}
      className={clsx(
        'grid grid-cols-1 sm:grid-cols-[2rem_minmax(0,1fr)]',
        !isCurrent && isAlone && 'max-sm:hidden',
      )}
    >
      <span
        className={clsx(
          'leading-7 tabular-nums',
          isAlone && 'max-sm:sr-only',
          isCurrent ? 'text-spark-ink' : 'text-faint',
        )}
      >
        {`${questions.length + 1}.`}
      </span>
      <fieldset aria-describedby={help} className="min-w-0">
        <legend>
          <bdi
            className={clsx(
              'block font-semibold tracking-[-0.015em] wrap-anywhere sm:text-lg sm:leading-7',
              isAlone ? 'max-sm:mb-1 max-sm:text-title' : 'max-sm:text-lg max-sm:leading-7',
            )}
          >
            {texts.mayAsk(askedBy)}
          </bdi>
        </legend>
        <p id={help} className="mt-1 mb-4 text-soft wrap-anywhere">
          {texts.contactHelp(askedBy)}
        </p>
        <Field label={texts.email} error={isWrong ? texts.contactWrong : null}>
          <TextInput
            type="email"
            // The browser would offer another person's address.
            autoComplete={sharedDevice ? 'off' : 'email'}
            maxLength={longestContact}
            placeholder="you@example.com"
            value={contact}
            onChange={(event) => onChange(event.currentTarget.value)}
            className="h-12! text-base! sm:max-w-110"
          />
        </Field>
      </fieldset>
    </li>
  );
}
