import { FeaturePair, FeatureText, MarketingSection, Paragraph, Picture } from './MarketingSection.tsx';

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
              alt="Survey results: Go. Three figures with ranges, all above the dashed line at 40 %: 18 of 26, 18 of 19 and 19 of 23."
              caption="Example survey, made-up answers, the real rule."
            />
          ),
          children: (
            <>
              <Paragraph>
                Go, No-Go, or Can’t tell yet. Every figure comes with how many people it rests on and the
                range in which the true share lies in 95 of 100 such surveys.
              </Paragraph>
              <Paragraph>
                You mark what counts. Marks and line (40&nbsp;% unless you move it) are sealed with the first
                answer. Code computes the numbers; no model does.
              </Paragraph>
            </>
          ),
        }}
        second={{
          title: 'Every quote leads back to its answer',
          picture: (
            <Picture
              name="evidence"
              alt="Key Strengths: a count with its range, and two quotes, each with the number of its answer, 25."
              caption="Example survey, made-up answers."
              className="py-3.5"
            />
          ),
          children: (
            <>
              <Paragraph>
                What people wrote is quoted word for word, with the numbers of the answers. Strengths and
                weaknesses stand side by side, and a weakness is never left out to please you.
              </Paragraph>
              <Paragraph>
                Where a model is connected, it chooses which of these come first. It writes none of them.
              </Paragraph>
            </>
          ),
        }}
      />
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2">
        <FeatureText title="Launch, to the first 1,000 users">
          <Paragraph>
            Each reply carries a short link of its own. It counts people, once a day each, without cookies and
            without robots. You see which community brought visitors, and which brought people who have the
            problem.
          </Paragraph>
          <Paragraph>
            The way to 1,000 is drawn from those counts and nothing else, and it says where to go next when
            the answers tell.
          </Paragraph>
        </FeatureText>
        <FeatureText title="A campaign that goes on listening">
          <Paragraph>
            It looks for new conversations every six hours, and you pause or resume it. If two of its last ten
            replies are removed where they stood, it pauses itself and says so.
          </Paragraph>
          <Paragraph>
            Automated posting is off unless you switch it on. Then it sends only where the place’s rules allow
            it, and says of every other reply why it is left to you.
          </Paragraph>
        </FeatureText>
      </div>
    </MarketingSection>
  );
}
