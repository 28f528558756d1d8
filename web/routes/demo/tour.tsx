import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';

/** What to look at in two minutes, in an order in which each step shows something new. */
export function Tour() {
  return (
    <section aria-labelledby="tour">
      <h2 id="tour" className="text-xl">
        Two-minute tour
      </h2>
      <ol className="mt-3 list-decimal space-y-2.5 pl-5">
        {STEPS.map(({ to, link, text }) => (
          <li key={link} className="pl-1">
            <Link to={to} className="link font-semibold">
              {link}
            </Link>{' '}
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const STEPS = [
  {
    to: paths.intradaySignals,
    link: 'Intraday signals',
    text: 'are free: entry, stop loss and targets drawn to scale.',
  },
  {
    to: paths.bookClosure,
    link: 'Book closures',
    text: 'have ex-dates and last buying days. Filter them and share the URL.',
  },
  { to: paths.news, link: 'Financial news', text: 'is classified by sector, category and company.' },
  {
    to: paths.swingSignals,
    link: 'Swing signals',
    text: 'are premium: sign in as the subscriber to read them.',
  },
  {
    to: paths.pricing,
    link: 'Pricing',
    text: 'sells a plan to the free account, paid with a test card.',
  },
  {
    to: paths.mySubscription,
    link: 'My subscription',
    text: 'shows the renewal after you advance the clock to it.',
  },
  {
    to: paths.adminDashboard,
    link: 'Administration',
    text: 'publishes signals: sign in as the administrator.',
  },
];
