import { ideationStages } from '#shared/rules/ideation-stages.ts';
import { computeAnalyses } from './analyses.ts';
import { fillSurvey } from './filled-survey.ts';
import { type Founder, signUp } from './founder.ts';
import type { Stack } from './stack.ts';

/** A survey of somebody else with 100 answers and its analysis, to be multiplied. @returns its id. */
export async function makeTemplate(stack: Stack, url: string): Promise<string> {
  const id = await fillSurvey(stack, await signUp(stack, url), 100);
  await computeAnalyses(stack, [id]);
  return id;
}

/** Gives the founder `count` activities on `count / 2` ideas: a finished ideation session and an analysis each. */
export async function addActivities(
  stack: Stack,
  founder: Founder,
  template: string,
  count: number,
): Promise<void> {
  const { query } = rowsOf(stack, founder, count / 2);
  await query(`insert into trails (id, owner_id, idea, created_at)
    select trail, owner, idea, at - interval '1 second' from made`);
  await query(
    `insert into trail_ideas (owner_id, idea_key, trail_id) select owner, 'key-' || n, trail from made`,
  );
  await query(
    `insert into ideation_sessions (id, owner_id, trail_id, idea, content, saved_at, created_at, updated_at)
     select 'session-' || owner || '-' || n, owner, trail, idea, $3, at, at, at from made`,
    [content()],
  );
  await query(
    `insert into surveys (id, owner_id, idea, social_links, questions, trail_id, created_at)
     select survey, owner, made.idea, social_links, questions, trail, at from made, surveys where surveys.id = $3`,
    [template],
  );
  await query(
    `insert into survey_tallies (survey_id, revision, submissions, counts, analysed)
     select survey, revision, submissions, counts, analysed from made, survey_tallies where survey_id = $3`,
    [template],
  );
  // Half a second later, so that every second entry of the merged list is of the other kind.
  await query(
    `insert into survey_analyses (survey_id, owner_id, idea, analysis, aggregated_data, text_numbers, signals, line,
       submission_count, model, created_at)
     select survey, owner, made.idea, analysis, aggregated_data, text_numbers, signals, line, submission_count, model,
       at + interval '0.5 second'
     from made, survey_analyses where survey_id = $3`,
    [template],
  );
  for (const table of tables) await stack.database.query(`vacuum analyze ${table}`);
}

const tables = ['trails', 'trail_ideas', 'ideation_sessions', 'surveys', 'survey_tallies', 'survey_analyses'];

/** Removes what was made for ideas, surveys included. */
export async function clearIdeas({ database }: Stack): Promise<void> {
  await database.query('truncate submissions, trails cascade');
}

/** A statement sees `made`: one row an idea, `n` from 1 on, a second between them. */
function rowsOf({ database }: Stack, founder: Founder, ideas: number) {
  const made = `with made as (
    select n, $1::text as owner, 'trail-' || $1 || '-' || n as trail, 'survey-many-' || lower($1) || '-' || n as survey,
      'Idea number ' || n || ': dinners for a week, planned in ten minutes' as idea,
      now() - n * interval '1 second' as at
    from generate_series(1, $2::int) n)`;
  return {
    query: (statement: string, more: string[] = []) =>
      database.query(`${made} ${statement}`, [founder.id, ideas, ...more]),
  };
}

/** Five sections of a usual length. */
function content(): string {
  const line =
    '- **Concept**: a week of dinners is planned in ten minutes, from what is already in the kitchen.\n';
  return ideationStages.map(({ title }) => `### ${title}\n\n${line.repeat(12)}`).join('\n');
}
