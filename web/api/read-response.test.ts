import { describe, expect, it } from 'vitest';
import { syncUser } from '#shared/contracts/account.ts';
import { listCampaigns } from '#shared/contracts/outreach/campaigns.ts';
import { listConversations } from '#shared/contracts/outreach/conversations.ts';
import { listJobs } from '#shared/contracts/support-requests/support-requests.ts';
import { readAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { listSubmissions } from '#shared/contracts/surveys/submissions.ts';
import { readResponse } from './read-response.ts';

describe('a response', () => {
  it('that holds everything stays as it is, with what its contract does not name', () => {
    const user = { id: 'u1', email: 'a@example.org', name: 'Ada', plan: 'pro', tier: 3 };
    expect(readResponse(syncUser, user)).toEqual(user);
  });

  it('without a name has a blank one', () => {
    expect(readResponse(syncUser, { id: 'u1', email: 'a@example.org', name: null, plan: 'free' }).name).toBe(
      '',
    );
    expect(readResponse(syncUser, { id: 'u1', email: 'a@example.org', plan: 'free' }).name).toBe('');
  });

  it('without keywords has an empty list of them', () => {
    const [campaign] = readResponse(listCampaigns, [{ id: 'c1' }]);
    expect(campaign).toMatchObject({ id: 'c1', keywords: [], product: { name: '' }, pausedBecause: null });
  });

  it('with null for what was counted and found has nothing counted and found', () => {
    const analysis = { summary: 'Good.', keyStrengths: null, keyWeaknesses: ['Late.', null] };
    expect(readResponse(readAnalysis, { analysis, aggregatedData: null })).toMatchObject({
      idea: '',
      analysis: { summary: 'Good.', keyStrengths: [], keyWeaknesses: ['Late.'] },
      aggregatedData: {},
      submissionCount: 0,
      receipt: null,
    });
  });

  it('keeps counts that are not lists: what can be drawn of them is decided where they are drawn', () => {
    const aggregatedData = { Often: { Yes: 3 }, Why: ['x'], Other: 5 };
    expect(readResponse(readAnalysis, { aggregatedData }).aggregatedData).toEqual(aggregatedData);
  });

  it('keeps a status that its contract does not know', () => {
    expect(readResponse(listConversations, [{ id: 'c1', status: 'QUEUED' }])[0]).toMatchObject({
      status: 'QUEUED',
      suggestedReply: '',
      reply: null,
      outcome: null,
    });
  });

  it('keeps the place of a question that was not answered', () => {
    const [submission] = readResponse(listSubmissions, [{ number: 4, answers: ['Daily', null, 'A story'] }]);
    expect(submission?.answers).toEqual(['Daily', null, 'A story']);
  });

  it('leaves out what is null in a list, and reads a number as the text that it should be', () => {
    expect(readResponse(listJobs, [null, { id: 7 }]).map(({ id }) => id)).toEqual(['7']);
  });

  it.each([{}, null, 'x'])('%j in place of a list is an error', (value) => {
    expect(() => readResponse(listJobs, value)).toThrow(SyntaxError);
  });

  it.each([[[]], [null], ['x']])('%j in place of an object is an error', (value) => {
    expect(() => readResponse(syncUser, value)).toThrow(SyntaxError);
  });
});
