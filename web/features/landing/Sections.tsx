import { GetSocial } from './GetSocial.tsx';
import { Growth } from './Growth.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { IdeaAndDevelopment } from './IdeaAndDevelopment.tsx';
import { Refusals } from './Refusals.tsx';

/** What is only there to be read. */
export function Sections() {
  return (
    <>
      <HowItWorks />
      <GetSocial />
      <Growth />
      <IdeaAndDevelopment />
      <Refusals />
    </>
  );
}
