import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { feedAddress, refuseTaken } from './add-source.ts';
import {
  type CountedSource,
  findSource,
  lockSource,
  type SourceRow,
  updateSource,
} from './sources.queries.ts';

type Changeable = Pick<SourceRow, 'name' | 'url' | 'isSummaryOnly' | 'isEnabled'>;
export type SourceChanges = { [Name in keyof Changeable]?: Changeable[Name] | undefined };

/** Changes a source; what is absent stays. Throws `notFound`, `sourceNameTaken` and `sourceAddressTaken`. */
export async function editSource(
  tx: Transaction,
  id: number,
  changes: SourceChanges,
  now: Date,
): Promise<CountedSource> {
  const before = await lockSource(tx, id);
  if (!before) throw notFound();
  const edited = {
    ...before,
    name: changes.name ?? before.name,
    url: changes.url === undefined ? before.url : feedAddress(changes.url),
    isSummaryOnly: changes.isSummaryOnly ?? before.isSummaryOnly,
    isEnabled: changes.isEnabled ?? before.isEnabled,
  };
  await refuseTaken(updateSource(tx, id, { ...columnsOf(edited), ...consequences(before, edited, now) }));
  const after = await findSource(tx, id);
  if (!after) throw notFound();
  return after;
}

const columnsOf = ({ name, url, isSummaryOnly, isEnabled }: SourceRow) => ({
  name,
  url,
  isSummaryOnly,
  isEnabled,
});

/** What a change of the address, the switch or the kind of content brings with it. */
function consequences(before: SourceRow, after: SourceRow, now: Date): Partial<SourceRow> {
  const isMoved = before.url !== after.url;
  const isOtherContent = isMoved || before.isSummaryOnly !== after.isSummaryOnly;
  const isRestarted = isMoved || (after.isEnabled && !before.isEnabled);
  return {
    // What they vouch for was read under other terms, or too long ago.
    ...(isOtherContent || isRestarted ? { etag: null, lastModified: null } : {}),
    ...(isRestarted ? { nextFetchAt: now, failuresInARow: 0 } : {}),
    // A reading under way has lost its right to store anything.
    ...(isOtherContent || before.isEnabled !== after.isEnabled ? { leasedUntil: null } : {}),
  };
}
