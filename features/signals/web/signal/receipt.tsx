import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { Hash, HashRow, HashRows } from '#core/web/ui/hash-rows.tsx';
import { saveFile } from '#core/web/ui/save-file.ts';
import { Section } from '#core/web/ui/section.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { RecordReceipt } from '#features/ledger/contract/endpoints.ts';

/** The entry of the publication in the public record, to save and compare later. */
export function Receipt({ receipt }: { receipt: RecordReceipt }) {
  const { entry, head } = receipt;
  return (
    <Section id="receipt" title="Receipt">
      <p className="text-sm text-muted">
        Proves that this signal was entered in the{' '}
        <Link to={paths.record} className="link">
          public record
        </Link>{' '}
        with these levels at this time. Save it and compare it there later: a record that was rewritten since
        does not match.
      </p>
      <HashRows>
        <HashRow name="Entry">
          <Figure>{entry.sequence}</Figure>, <PakistanTime at={entry.time} />
          <Hash>{entry.hash}</Hash>
        </HashRow>
        <HashRow name="Signed">
          {head === null ? (
            'Not signed yet'
          ) : (
            <span>
              <PakistanTime at={head.time} />
              {head.sequence > entry.sequence && <span>{` with entry ${head.sequence}`}</span>}
              <span>, by the key</span>
              <Hash>{head.key}</Hash>
            </span>
          )}
        </HashRow>
      </HashRows>
      <p className="no-print needs-script mt-3">
        <Button variant="secondary" size="small" onClick={() => save(receipt)}>
          Save the receipt
        </Button>
      </p>
    </Section>
  );
}

const save = (receipt: RecordReceipt) =>
  saveFile(
    `tezi-receipt-${receipt.entry.sequence}.json`,
    new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }),
  );
