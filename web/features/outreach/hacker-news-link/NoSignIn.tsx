import { message } from '#shared/messages/catalogue.ts';
import { placeRulesOf, ruleCardOf } from '#shared/rules/rule-cards.ts';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';

/** Why this page asks for no password, with the rules in the place's own words. */
export function NoSignIn({ host }: { host: string }) {
  const today = new Date().toISOString().slice(0, 10);
  const card = ruleCardOf({ source: 'hacker-news', host, community: null }, today);
  return (
    <div className="text-meta text-soft">
      <p>{message('account_sign_in_closed', { host }).text}</p>
      <PlaceRules rules={placeRulesOf(card)} />
    </div>
  );
}
