import { paths } from '#core/contract/paths.ts';
import { RegistrationTerms } from '#core/web/session/registration-terms.tsx';
import { useSignUpPath } from '#core/web/session/use-sign-up-path.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Section } from '#core/web/ui/section.tsx';
import type { Following } from '#features/positions/contract/following.ts';
import type { Positions } from '#features/positions/contract/positions.ts';
import { ClosedTable, IncomeTables } from './closed-and-income.tsx';
import { IsInvented } from './figures.tsx';
import { HoldingTables } from './holdings.tsx';
import { FollowingTables } from './returns.tsx';

/** What visitors see instead of positions: what the page does, with invented data. */
export function Example() {
  const signUp = useSignUpPath(paths.positions);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Notice title="Keep track of what you hold" action={<ButtonLink to={signUp}>Sign up</ButtonLink>}>
        <RegistrationTerms />
      </Notice>
      <ul className="grid list-disc gap-x-10 gap-y-1.5 ps-5 sm:grid-cols-2">
        <li>Trades in one line, in a form, or from a file of your broker.</li>
        <li>Bonus shares, splits, rights and dividends are applied automatically, and can be corrected.</li>
        <li>Returns next to the KSE-100 and KMI-30 over the same days.</li>
        <li>What following a signal earned you, next to its published result.</li>
        <li>Estimates of costs and taxes by named rules, for each tax year.</li>
        <li>Alerts when a price reaches a level of your own.</li>
      </ul>
      <p className="flex flex-wrap items-center gap-x-3">
        <Badge variant="warning">Invented data</Badge>
        <span>This is how the page looks. No such companies exist.</span>
      </p>
      <IsInvented value={true}>
        <div>
          <HoldingTables positions={POSITIONS} />
        </div>
        <Section id="example-following" title="What following earned">
          <FollowingTables following={FOLLOWING} />
        </Section>
        <Section id="example-closed" title="Closed trades">
          <ClosedTable closed={POSITIONS.closed} />
        </Section>
        <IncomeTables positions={POSITIONS} />
      </IsInvented>
    </div>
  );
}

const POSITIONS: Positions = {
  as_of: '2026-11-28',
  holdings: [
    {
      symbol: 'SMPL',
      name: 'Sample Cement Limited',
      sector: 'Cement',
      shares: 300,
      cost: '246350.00',
      average_cost: '821.17',
      close: '884.50',
      close_date: '2026-11-27',
      is_close_adjusted: false,
      value: '265350.00',
      unrealized: '19000.00',
      unrealized_fraction: '0.077126',
      day_change: '1260.00',
      share_of_value: '1.000000',
      next_ex_date: '2026-12-16',
      next_meeting: null,
      status_note: null,
      lots: [
        { date: '2026-03-12', shares: 200, cost: '161240.00', signal_id: null },
        { date: '2026-08-24', shares: 100, cost: '85110.00', signal_id: null },
      ],
    },
  ],
  closed: [
    {
      symbol: 'SMPT',
      opened_on: '2026-04-02',
      closed_on: '2026-05-21',
      shares: 400,
      proceeds: '228420.00',
      cost: '208560.00',
      realized: '19860.00',
      signal_id: null,
      r_multiple: '1.65',
    },
  ],
  income: [
    {
      key: 'received',
      symbol: 'SMPL',
      ex_date: '2026-10-19',
      shares: 300,
      gross: '3600.00',
      withholding: '540.00',
      net: '3060.00',
      received_on: '2026-11-06',
      is_estimated: false,
      rule: null,
    },
  ],
  expected_income: [
    {
      key: 'expected',
      symbol: 'SMPL',
      ex_date: '2026-12-16',
      shares: 300,
      gross: '4500.00',
      withholding: '675.00',
      net: '3825.00',
      received_on: null,
      is_estimated: true,
      rule: 'dividend-ordinary-since-2026-on-list',
    },
  ],
  totals: {
    cost: '246350.00',
    value: '265350.00',
    unrealized: '19000.00',
    realized: '19860.00',
    income_gross: '3600.00',
    day_change: '1260.00',
    cash_in_lieu: '0.00',
  },
  unpriced: [],
  excess_sales: 0,
};

const FOLLOWING: Following = {
  results: [
    {
      signal_id: 'example',
      symbol: 'SMPT',
      record: {
        r_multiple: '1.92',
        is_final: true,
        rupees: '23040.00',
        filled_on: '2026-04-01',
        ended_on: '2026-05-25',
      },
      mine: {
        r_multiple: '1.65',
        is_final: true,
        rupees: '19860.00',
        shares: 400,
        planned_shares: 400,
        opened_on: '2026-04-02',
        closed_on: '2026-05-21',
      },
      causes: [
        { cause: 'later_entry', r_multiple: '-0.12', rupees: '-1440.00' },
        { cause: 'earlier_exit', r_multiple: '-0.15', rupees: '-1740.00' },
      ],
    },
  ],
  summary: {
    followed: 1,
    published: 14,
    compared: 1,
    record_r: '1.92',
    mine_r: '1.65',
    record_rupees: '23040.00',
    mine_rupees: '19860.00',
  },
};
