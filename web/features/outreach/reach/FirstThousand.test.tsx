// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Reach } from '#shared/contracts/reach.ts';
import { exampleCampaign, exampleReach } from '#web/features/outreach/example-outreach.data.ts';
import { founder, signedInAnswers } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { FirstThousand } from './FirstThousand.tsx';

const read = 'GET /api/reach';
const nothing: Reach = {
  ...exampleReach,
  visits: 0,
  signUps: 0,
  surveyAnswers: 0,
  qualifiedAnswers: 0,
  communities: [],
  suggestion: null,
};

type Answers = Parameters<typeof stubServer>[0];

function show(reach: Answers[string], campaigns = [exampleCampaign]) {
  const server = stubServer({
    ...signedInAnswers,
    [read]: reach,
    'GET /api/products/campaign': campaigns,
  });
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FirstThousand userId={founder.id} />
    </QueryClientProvider>,
  );
  return { ...server, container };
}

afterEach(cleanup);

describe('the way to the first 1,000', () => {
  it('shows each count against the target', async () => {
    show(exampleReach);
    const thousand = (1_000).toLocaleString();
    const counts = async (label: string) =>
      (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;
    expect(await counts('Visits')).toBe(`240 of ${thousand}`);
    expect(await counts('Survey answers')).toBe(`18 of ${thousand}`);
    expect(await counts('Qualified answers')).toBe(`9 of ${thousand}`);
  });

  it('lists the communities in the server’s order, and says where to go next', async () => {
    show(exampleReach);
    const table = within(await screen.findByRole('table'));
    const [, first, counts, second] = table.getAllByRole('row').map((row) => row.textContent);
    expect(first).toBe('Lemmy (lemmy.example.org), parenting');
    expect(counts).toBe('420030158');
    expect(second).toContain('Hacker News');
    expect(screen.getByText('Where to go next: Lemmy (lemmy.example.org), parenting.')).toBeDefined();
  });

  it('says what will be counted, and how, while no one has come', async () => {
    show(nothing);
    expect(await screen.findByText('Nobody has come yet')).toBeDefined();
    expect(screen.getByText(/without cookies/)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says the same where the server knows of nothing', async () => {
    show(refusal(404, 'not_found', 'There is nothing here.'));
    expect(await screen.findByText('Nobody has come yet')).toBeDefined();
  });

  it('gives the image that reports a sign-up, quoted for a page', async () => {
    const user = userEvent.setup();
    const { container } = show(nothing);
    await user.click(await screen.findByText('Count sign-ups on your own site'));
    await user.click(screen.getByRole('button', { name: 'Copy image' }));
    expect(await navigator.clipboard.readText()).toBe(
      '<img src="https://spark.example.org/s/campaign-1.gif?a=1&amp;b=2" alt="" width="1" height="1">',
    );
    expect(container.querySelector('img')).toBeNull();
  });

  it.each([
    ['http://localhost:3417/go/signed-up/1.gif', true],
    ['https://spark.example.org/go/signed-up/1.gif', false],
  ])('says whether others can open the image at %s', async (url, isLocal) => {
    show({ ...nothing, signUpImages: [{ campaignId: 'campaign-1', productName: 'Two Homes', url }] });
    await userEvent.click(await screen.findByText('Count sign-ups on your own site'));
    expect(screen.queryByText(/^Only this computer can open this image/) !== null).toBe(isLocal);
  });

  it('is counted for one campaign where there are several', async () => {
    const other = {
      ...exampleCampaign,
      id: 'campaign-2',
      product: { ...exampleCampaign.product, name: 'B' },
    };
    const { callsOf } = show(exampleReach, [exampleCampaign, other]);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Counted for' }), 'B');
    await waitFor(() => expect(callsOf(read).at(-1)?.query.get('campaign')).toBe('campaign-2'));
  });

  it('says when it could not be loaded, and tries again', async () => {
    let isAway = true;
    show(() => (isAway ? refusal(500, 'internal', 'Away.') : exampleReach));
    expect(await screen.findByText('These numbers could not be loaded.')).toBeDefined();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });
});
