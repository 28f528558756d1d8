interface HowItWorksProps {
  /** `null` while it is not known. */
  publicAfterDays: number | null;
  /** The server has a key. */
  isSigned: boolean;
}

/** Explains the record to visitors without knowledge of cryptography. */
export function HowItWorks({ publicAfterDays, isSigned }: HowItWorksProps) {
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
          <li>It does not prove that a signal was good, or that a trade at its price was possible.</li>
        </ul>
      </section>
    </div>
  );
}

const formatDays = (days: number) => (days === 1 ? 'one day' : `${days} days`);
