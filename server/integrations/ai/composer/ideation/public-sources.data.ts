import type { TopicId } from '#server/integrations/ai/composer/topics.data.ts';
import type { Relation } from '#server/integrations/ai/composer/who-is-asked.ts';

/** Kinds of public source that count people, by whom they are. */
export const sourcesOfPeople: Record<Relation, string> = {
  child: 'national statistics office (children by age), and school statistics of the ministry of education',
  'looked-after':
    'national statistics office (population by age), and public reports of health and care insurers',
  organisation:
    'business register or national statistics office (firms by trade and size), and the trade association',
  professional:
    'labour statistics of the national statistics office, and the register or association of the trade',
  private:
    'national statistics office (population and households), and surveys of an association in this field',
};

/** Where a subject has a register of its own. */
export const sourcesOfTopic: Partial<Record<TopicId, string>> = {
  pets: 'pet registers, and the yearly figures of the pet trade’s association',
  farming: 'agricultural census of the national statistics office, and the farmers’ union',
  beekeeping: 'beekeepers’ associations, and the register of hives at the veterinary office',
  students: 'education statistics (pupils and students by level and place)',
  'healthcare-work': 'register of the profession, and hospital statistics of the ministry of health',
  dentistry: 'register of dentists, and the dental association',
  landlords: 'housing census, and the association of landlords',
  housing: 'housing census (households that rent or own), and tenants’ associations',
  cars: 'vehicle register of the transport authority',
  boats: 'register of boats, and the association of marinas',
  climbing: 'the alpine or climbing association (members and climbing gyms)',
  cycling: 'traffic surveys of the transport ministry, and the cyclists’ association',
  nonprofit: 'register of charities or associations',
  expats: 'migration statistics of the national statistics office',
};
