import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { surveyQuery } from '#web/api/survey-query.ts';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { embedSnippet } from './embed-snippet.ts';

/** The code that shows the survey on the founder's own site. */
export function EmbedSurvey({ surveyId, url }: { surveyId: string; url: string }) {
  const code = useRef<HTMLTextAreaElement>(null);
  const survey = useQuery(surveyQuery(surveyId));
  const snippet = embedSnippet(surveyId, url);
  return (
    <div className="grid gap-2">
      <Field
        label="Code for your site"
        help={survey.data?.publicLink === false ? 'Works once anyone with the link can answer.' : undefined}
      >
        <TextArea
          ref={code}
          readOnly
          rows={3}
          value={snippet}
          className="font-mono text-meta"
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <CopyButton text={snippet} source={code}>
        Copy code
      </CopyButton>
    </div>
  );
}
