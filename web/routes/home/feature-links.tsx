import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';

/** Links to the pages that are open to everyone. */
export function FeatureLinks() {
  return (
    <section aria-labelledby="feature-links" className="grid gap-x-14 gap-y-4 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 id="feature-links" className="text-xl">
          And what moves the price
        </h2>
        <p className="mt-2 text-muted">The dates and the news behind a position, open to everyone.</p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {PAGES.map((page) => (
          <li key={page.to} className="relative grid gap-x-6 py-3 hover:bg-sunken sm:grid-cols-[12rem_1fr]">
            <Link to={page.to} className="font-semibold text-accent after:absolute after:inset-0">
              {page.name}
            </Link>
            <p className="text-muted">{page.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PAGES = [
  {
    to: paths.boardMeetings,
    name: 'Board meetings',
    text: 'When boards meet, and whether about accounts or a payout.',
  },
  {
    to: paths.bookClosure,
    name: 'Book closures',
    text: 'When books close, for which payout and at which face value.',
  },
  {
    to: paths.news,
    name: 'Financial news',
    text: 'Market, economy and companies, by sector and category.',
  },
];
