import { DevSupport } from './DevSupport.tsx';
import { FeatureWords, MarketingSection, NotOpenYet, Paragraph, Planned } from './MarketingSection.tsx';
import { Picture } from './Picture.tsx';

export function IdeaAndDevelopment() {
  return (
    <MarketingSection
      title="Idea and Development"
      lead="For founders without an engineer, and for vibe coders whose first version already runs. One sentence is enough to begin."
    >
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2 md:grid-rows-[auto_1fr]">
        <FeatureWords title="A plan that you can argue with">
          <Paragraph>
            You type the idea. Back comes a working name, a pitch, the problem as a guess to be checked, who
            has it and who would pay, communities to ask in, and up to seven questions.
          </Paragraph>
          <Paragraph>
            Its texts and questions can be changed before anybody sees them, and a closed tab loses nothing.
            Without a model the plan is composed from your own sentence, and it says so.
          </Paragraph>
        </FeatureWords>
        <div className="md:row-span-2">
          <Picture
            name="questions"
            alt="Survey Questions of a plan: in the last month, how often did you have to agree on dates? Think of the last time. What did you turn to? Each question has a button to edit it."
            caption="Example plan, written by the product without a model."
          />
        </div>
        <DevSupport />
      </div>
      <NotOpenYet>
        <Planned name="Ideation coach">
          Five stages from the first thought to the first customers, each built on your edits of the one
          before.
        </Planned>
        <Planned name="Proof of Concept">
          A detailed prompt for a no-code builder, made from a short idea, to edit and copy.
        </Planned>
      </NotOpenYet>
    </MarketingSection>
  );
}
