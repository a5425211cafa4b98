import { useId } from 'react';
import { isEmail } from '#shared/rules/text/addresses.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import type { SurveyDefinition } from './load-survey.ts';
import { NumberedItem, QuestionText } from './QuestionItem.tsx';
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
    <NumberedItem number={questions.length + 1} isCurrent={isCurrent} isAlone={isAlone} onFocus={onFocus}>
      <fieldset aria-describedby={help} className="min-w-0">
        <legend>
          <QuestionText isAlone={isAlone}>{texts.mayAsk(askedBy)}</QuestionText>
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
    </NumberedItem>
  );
}
