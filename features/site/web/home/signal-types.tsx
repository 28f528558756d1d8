import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { ArrowRightIcon } from '#core/web/ui/icons.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { LazyOpenSignals } from '#features/signals/web/public/lazy-open-signals.ts';

export function SignalTypes() {
  return (
    <section aria-labelledby="signal-types">
      <h2 id="signal-types" className="text-xl">
        Three types of signals
      </h2>
      <ul className="mt-5 grid gap-4 md:grid-cols-3">
        {TYPES.map((type) => (
          <li
            key={type.to}
            className="relative flex flex-col rounded-box border border-line bg-surface p-5 hover:border-line-strong"
          >
            <div className="flex items-center justify-between gap-2">
              <h3 className="text-lg">
                {/* The link covers the whole card. */}
                <Link to={type.to} className="after:absolute after:inset-0 after:rounded-box">
                  {type.name}
                </Link>
              </h3>
              <Badge variant={type.isFree ? 'free' : 'pro'}>{type.isFree ? 'FREE' : 'PRO'}</Badge>
            </div>
            <p className="mt-2 text-muted">{type.text}</p>
            <dl className="mt-4 border-t border-line text-sm">
              {type.facts.map(([name, value]) => (
                <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
                  <dt className="text-muted">{name}</dt>
                  <dd className="text-end">{value}</dd>
                </div>
              ))}
              {type.isFree && (
                <div className="with-scripts flex justify-between gap-4 border-b border-line py-2">
                  <dt className="shrink-0 text-muted">In progress</dt>
                  <dd className="text-end">
                    <LazyOpenSignals />
                  </dd>
                </div>
              )}
            </dl>
            <div
              aria-hidden="true"
              className={`mt-auto flex items-center gap-1.5 pt-4 text-sm font-semibold text-accent ${type.isFree ? '' : 'offer'}`}
            >
              {type.isFree ? (
                <span>View intraday signals</span>
              ) : (
                <>
                  <SignedIn>
                    <span>{type.invitation}</span>
                  </SignedIn>
                  <SignedOut>
                    <span>Premium: sign up first</span>
                  </SignedOut>
                </>
              )}
              <ArrowRightIcon />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TYPES = [
  {
    to: paths.intradaySignals,
    name: 'Intraday signals',
    isFree: true,
    text: 'Opened and closed within one session, for traders who follow the market all day.',
    facts: [
      ['Holding period', 'One session'],
      ['Access', 'Free for everyone'],
    ],
  },
  {
    to: paths.swingSignals,
    name: 'Swing signals',
    invitation: 'View swing signals',
    isFree: false,
    text: 'Held for days to weeks, for traders who check the market once a day.',
    facts: [
      ['Holding period', 'Days to weeks'],
      ['Access', 'Premium'],
    ],
  },
  {
    to: paths.investmentSignals,
    name: 'Investment signals',
    invitation: 'View investment signals',
    isFree: false,
    text: 'Positions chosen for value and dividends, for long-term investors.',
    facts: [
      ['Holding period', 'Months or longer'],
      ['Access', 'Premium'],
    ],
  },
] as const;
