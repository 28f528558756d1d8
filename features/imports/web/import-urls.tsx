import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';

/** The settings of files that are downloaded, with the shape of what they return. Other layouts that imports recognize work too. */
const URLS = [
  {
    setting: 'PRICES_URL',
    content: 'End-of-day prices; {date} in the URL becomes the day',
    shape: 'symbol,date,open,high,low,close,volume',
  },
  {
    setting: 'INDEX_VALUES_URL',
    content: 'Values of the KSE-100, KSE-30 and KMI-30',
    shape: 'index,date,value',
  },
  {
    setting: 'BOARD_MEETINGS_URL',
    content: 'Board meetings',
    shape: 'symbol,company_name,subject,meeting_date,meeting_time,place,reference',
  },
  {
    setting: 'BOOK_CLOSURES_URL',
    content: 'Book closures with payouts',
    shape: 'symbol,company_name,face_value,payout,bc_from,bc_to,ex_date,note,reference',
  },
  {
    setting: 'COMPANIES_URL',
    content: 'The list of symbols, in JSON',
    shape: '[{"symbol":"…","name":"…","sectorName":"…"}]',
  },
];

export const ImportUrls = () => (
  <details className="mt-10">
    <summary className="cursor-pointer text-lg font-semibold">
      Files that are downloaded automatically
    </summary>
    <p className="my-2 max-w-prose text-sm text-muted">
      <span>
        Each setting names the URL of a file that the server imports about every six hours. Use only data that
        you may use.{' '}
      </span>
      <Link to={paths.adminSetup} className="link">
        Setup shows which are missing
      </Link>
    </p>
    <DataTable
      label="Files that are downloaded"
      rows={URLS}
      getKey={({ setting }) => setting}
      columns={{
        Setting: ({ setting }) => <code translate="no">{setting}</code>,
        Content: ({ content }) => content,
        'What the URL must return': ({ shape }) => (
          <code translate="no" className="wrap-anywhere">
            {shape}
          </code>
        ),
      }}
    />
  </details>
);
