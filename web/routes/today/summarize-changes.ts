import type { ChangedSignal } from '#contract/track-record/signal-changes.ts';
import type { TimelineEvent } from '#contract/track-record/signal-details.ts';

type Kind = TimelineEvent['kind'];

/** What is counted, in the order of the summary. A signal is counted once in each. */
const COUNTED: readonly [one: string, many: string, kinds: readonly Kind[]][] = [
  ['new', 'new', ['published']],
  ['entry filled', 'entries filled', ['filled']],
  ['reached a target', 'reached a target', ['target_hit']],
  ['hit its stop loss', 'hit their stop losses', ['stop_hit']],
  [
    'closed or expired',
    'closed or expired',
    ['closed', 'expired', 'exited', 'not_filled', 'deleted', 'void'],
  ],
];

/** Describes in a few words what happened to signals: `1 new, 2 entries filled, 1 changed`. */
export function summarizeChanges(changed: readonly Pick<ChangedSignal, 'events'>[]): string {
  const countThose = (isCounted: (kinds: ReadonlySet<Kind>) => boolean) =>
    changed.filter(({ events }) => isCounted(new Set(events.map(({ kind }) => kind)))).length;
  const counts = COUNTED.map(([one, many, kinds]): [string, string, number] => [
    one,
    many,
    countThose((own) => kinds.some((kind) => own.has(kind))),
  ]);
  const named = COUNTED.flatMap(([, , kinds]) => kinds);
  const rest = countThose((own) => !named.some((kind) => own.has(kind)));
  return [...counts, ['changed', 'changed', rest] as const]
    .filter(([, , count]) => count > 0)
    .map(([one, many, count]) => `${count} ${count === 1 ? one : many}`)
    .join(', ');
}
