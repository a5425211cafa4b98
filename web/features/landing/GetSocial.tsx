import { FeaturePair, MarketingSection, NotOpenYet, Paragraph, Planned } from './MarketingSection.tsx';
import { Picture } from './Picture.tsx';
import { TextLink } from './TextLink.tsx';

export function GetSocial() {
  return (
    <MarketingSection
      title="Get Social"
      lead="Friends are kind. Ask the people who have the problem, in the places where they already talk about it."
    >
      <FeaturePair
        pictures="right"
        first={{
          title: 'A post in your words, and a link that works on paper too',
          picture: (
            <Picture
              name="share"
              alt="Share the Survey: the survey’s link, Copy link, a QR code, and the switch ‘Anyone with the link can answer’, which is on."
              caption="Example survey. Its address leads nowhere."
            />
          ),
          children: (
            <>
              <Paragraph>
                The plan names communities to ask in and writes a post that asks what people did, not for
                their praise. You edit it, you copy it, you post it.
              </Paragraph>
              <Paragraph>
                The link and its QR code lead to the survey. One switch lets anyone with the link answer
                without an account.
              </Paragraph>
            </>
          ),
        }}
        second={{
          title: 'A survey made for the phone in somebody’s hand',
          picture: (
            <Picture
              name="survey"
              alt="A survey page on a phone: a question how often it happened, answered ‘About every week’, a written answer about the last time, and a question with boxes to tick."
              caption="Example survey, made-up answers."
            />
          ),
          children: (
            <>
              <Paragraph>
                People choose, tick and write. What they have typed stays in their browser until it is sent,
                also when the connection is gone, and sending it twice counts once.
              </Paragraph>
              <Paragraph>
                Answers are shown by number, without names. The page says who can read them before anybody
                sends one.
              </Paragraph>
            </>
          ),
        }}
      />
      <NotOpenYet>
        <Planned name="Conversations">
          Launch will look for people who talk about your problem now and suggest a reply to each. You approve
          or reject it.
        </Planned>
        <Planned name="Startup Social">
          Momentum Circles, Capital Points and a Daily Challenge.{' '}
          <TextLink to="/startup-social">Hear when it opens</TextLink>
        </Planned>
      </NotOpenYet>
    </MarketingSection>
  );
}
