import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';

interface HowItWorksProps {
  /** `null` while it is not known. */
  publicAfterDays: number | null;
  /** The server has a key. */
  isSigned: boolean;
}

/** Explains the record to visitors without knowledge of cryptography. */
export function HowItWorks({ publicAfterDays, isSigned }: HowItWorksProps) {
  const isDemo = Boolean(useRouteLoaderData<SiteData>('root')?.demo);
  return (
    <div className="prose mt-4">
      <section aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol>
          <li>
            <strong>Everything is entered.</strong> Publishing, changing, closing and deleting a signal, each
            evaluation with another result, each decision about a result and each correction of prices that
            had been used add an entry, in the same step as the change itself. What is from before the record
            began is marked as such: the record proves it only from the time of its entry.
          </li>
          <li>
            <strong>Entries are chained.</strong> Each entry has a fingerprint, its hash, which is calculated
            from its content and from the hash of the entry before it. A change to an old entry would change
            every hash after it.
          </li>
          {isSigned && (
            <li>
              <strong>The newest hash is signed with every change</strong>, before the market opens and after
              it closes, and published as a head. With a head or the receipt of a signal that you saved, you
              can prove later what the record contained at that time.
            </li>
          )}
          <li>
            <strong>Premium signals are sealed.</strong> Their entries show at once that something was entered
            and when, but the content only as a locked fingerprint. The content is published{' '}
            <span>{publicAfterDays === null ? 'some days' : formatDays(publicAfterDays)}</span> after the
            signal ended, by its evaluation or by a closing, deletion or decision, and must match that
            fingerprint. Bad calls cannot disappear.
          </li>
        </ol>
      </section>
      <section aria-labelledby="finds">
        <h2 id="finds">What the verification finds</h2>
        <p>
          We run the database and hold the key. If we used them to look better than we are, what you can find
          depends on what you have saved:
        </p>
        <ul>
          <li>
            <strong>With nothing but this page:</strong> a signal that was dated back, by more than a minute;
            levels that were changed; a result that contradicts its own prices, its levels, its stop loss or
            the prices of the days of its entry and exits; a result that was replaced without a correction
            that shows the old and the new prices; a void that was withdrawn when the result was known;
            figures that leave out a result, or count by other terms than those of the record; and a sealed
            publication that never becomes public.
          </li>
          <li>
            <strong>With the receipt of a signal</strong> that you saved on its page: that this signal, or
            anything before it, was changed, removed or dated otherwise later.
          </li>
          <li>
            <strong>With a copy of the record</strong> from an earlier day: that anything in it was changed,
            removed or sealed again since.
          </li>
          <li>
            <strong>Only with prices of your own:</strong> prices that we chose or left out, results that we
            never entered, and what happened on other days. The record has what you need to compare.
          </li>
          <li>
            <strong>Only with a copy that another visitor saved at the time:</strong> a clock of ours that was
            put back while nothing was entered, and a second record for other visitors. Compare your copies
            with those of others.
          </li>
        </ul>
      </section>
      <section aria-labelledby="proves">
        <h2 id="proves">What it proves, and what it does not</h2>
        <ul>
          <li>
            It proves that no entry was changed, removed, inserted or dated back since a head or a copy of it
            was saved.
          </li>
          <li>
            Who has our key and the database can still write another record. Only copies outside our servers
            show that: saved heads, records and receipts.
          </li>
          <li>
            Times are those of our servers. A head that you saved, or that a feed reader stored, proves that
            its entries are at least as old as your copy.
          </li>
          {isDemo && (
            <li>
              <strong>This is a demo.</strong> Its signals are invented, and its clock can be moved ahead: the
              times of this record prove nothing.
            </li>
          )}
          <li>It does not prove that a signal was good, or that a trade at its price was possible.</li>
        </ul>
      </section>
    </div>
  );
}

const formatDays = (days: number) => (days === 1 ? 'one day' : `${days} days`);
