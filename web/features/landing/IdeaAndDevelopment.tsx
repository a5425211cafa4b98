import { DevSupport } from './DevSupport.tsx';
import { FeatureText, MarketingSection, Paragraph } from './MarketingSection.tsx';
import { Picture } from './Picture.tsx';

export function IdeaAndDevelopment() {
  return (
    <MarketingSection
      title="Idea and Development"
      lead="For founders without an engineer, and for vibe coders whose first version already runs. One sentence is enough to begin."
    >
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2 md:grid-rows-[auto_1fr]">
        <FeatureText title="A plan that you can argue with">
          <Paragraph>
            You type the idea. Back comes a working name, a pitch, the problem as a guess to be checked, who
            has it and who would pay, communities to ask in, and up to seven questions.
          </Paragraph>
          <Paragraph>
            Its texts and questions can be changed before anybody sees them, and a closed tab loses nothing.
            Without a model the plan is composed from your own sentence, and it says so.
          </Paragraph>
        </FeatureText>
        <div className="md:row-span-2">
          <Picture
            name="questions"
            alt="Survey Questions of a plan: how often did this happen last month? Think of the last time. What happened? Each has a button to edit it and shows which options count."
            caption="Example plan, written by the product without a model."
          />
        </div>
        <DevSupport />
      </div>
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2">
        <FeatureText title="A coach for the first thought">
          <Paragraph>
            Five stages, from the idea to the first customers. You edit what each one wrote, and the next
            builds on your words. A market size is arithmetic that you fill in, with a place to look for every
            factor.
          </Paragraph>
          <Paragraph>
            A stopped answer keeps what has arrived, and a session goes on after a crash or on another device.
          </Paragraph>
        </FeatureText>
        <FeatureText title="A build prompt that names its answers">
          <Paragraph>
            A short idea becomes a prompt for a no-code builder: screens, data, states, acceptance checks.
            With a validated idea, each feature names the answers that speak of it, and what no answer speaks
            of is listed under “Do not build yet”.
          </Paragraph>
          <Paragraph>
            Your own words are kept, and every rewrite shows what it changed. Editing, copying and the form
            for your builder are up to you.
          </Paragraph>
        </FeatureText>
      </div>
    </MarketingSection>
  );
}
