import { verdictLine } from '#shared/rules/verdict-line.ts';
import { FeaturePair, MarketingSection, NotOpenYet, Paragraph, Planned } from './MarketingSection.tsx';
import { Picture } from './Picture.tsx';

export function Growth() {
  return (
    <MarketingSection
      id="startup-growth"
      title="Growth"
      lead="Growing the wrong thing is the expensive mistake. First get a yes, or a no, that you can check yourself."
    >
      <FeaturePair
        pictures="left"
        first={{
          title: 'A verdict that shows its arithmetic',
          picture: (
            <Picture
              name="verdict"
              alt="Survey results: the verdict is Go, based on 26 submissions. Three signals are drawn as ranges: 50 to 84 % and 66 to 94 % lie above the dashed line at 40 %, 16 to 50 % crosses it."
              caption="Example survey, made-up answers, the real rule."
            />
          ),
          children: (
            <>
              <Paragraph>
                Go, No-Go, or Can’t tell yet. Every signal comes with how many people it rests on and the
                range in which the true share lies in 95 of 100 such surveys.
              </Paragraph>
              <Paragraph>
                The line is {verdictLine} %. It is the same for every survey and stands before the first
                answer comes, so nobody can move it afterwards. Code computes the numbers; no model does.
              </Paragraph>
            </>
          ),
        }}
        second={{
          title: 'Every quote leads back to its answer',
          picture: (
            <Picture
              name="evidence"
              alt="The reasoning of a verdict: how many answers mention the same thing, with quotes marked word for word and the number of the answer after each, such as number 22."
              caption="Example survey, made-up answers."
              className="py-3.5"
            />
          ),
          children: (
            <>
              <Paragraph>
                What several people wrote is quoted word for word, with the numbers of the answers. Strengths
                and weaknesses stand side by side, and a weakness is never left out to please you.
              </Paragraph>
              <Paragraph>
                Where a model is connected it may word the verdict. A number or a quote that is not in the
                answers is refused.
              </Paragraph>
            </>
          ),
        }}
      />
      <NotOpenYet>
        <Planned name="Launch to the first 1,000 users">
          Links that count visits and answers, so that you see which community brought people who have the
          problem.
        </Planned>
        <Planned name="Campaigns">
          Keep listening for new conversations, with pause and resume. Automated posting will be off unless
          you switch it on.
        </Planned>
      </NotOpenYet>
    </MarketingSection>
  );
}
