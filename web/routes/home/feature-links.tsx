import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';

/** Links to the pages that are open to everyone. */
export function FeatureLinks() {
  return (
    <section aria-labelledby="feature-links" className="grid gap-x-14 gap-y-4 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 id="feature-links" className="text-xl">
          Market dates and news
        </h2>
        <p className="mt-2 text-muted">Free for everyone, without an account.</p>
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
    text: 'Dates and times of meetings about results and payouts.',
  },
  {
    to: paths.bookClosure,
    name: 'Book closures',
    text: 'Payouts, ex-dates and last buying days.',
  },
  {
    to: paths.news,
    name: 'Financial news',
    text: 'News about the market, the economy and companies.',
  },
];
