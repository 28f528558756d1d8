import { Badge } from '#core/web/ui/badge.tsx';

/** An example of a signal, labeled as such above and below. */
export function ExampleSignal() {
  return (
    <figure>
      <div className="rounded-box border border-line-strong bg-surface">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
          <div>
            <p className="text-lg font-semibold">SMPL</p>
            <p className="text-sm text-muted">Sample Cement Limited · Cement</p>
          </div>
          <p className="flex gap-1.5">
            <Badge variant="outline">Example</Badge>
            <Badge variant="pro">Swing</Badge>
            <Badge variant="active">In progress</Badge>
          </p>
        </div>
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">Levels of the example signal, highest price first</caption>
          <thead className="text-xs text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-2 ps-4 text-start font-medium sm:ps-5">
                Level
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                Price
              </th>
              <th scope="col" className="py-2 text-end font-medium max-sm:pe-4">
                From entry
              </th>
              <th scope="col" className="py-2 pe-5 text-end font-medium max-sm:hidden">
                Reward : risk
              </th>
            </tr>
          </thead>
          <tbody className="figures">
            {LEVELS.map((level, row) => (
              <tr key={level.name} className={level.kind === 'entry' ? 'bg-sunken font-semibold' : ''}>
                <th scope="row" className="ps-4 text-start font-medium sm:ps-5">
                  <span className="flex items-center gap-2.5">
                    <LevelMark kind={level.kind} isFirst={row === 0} isLast={row === LEVELS.length - 1} />
                    <span>{level.name}</span>
                  </span>
                </th>
                <td className="text-end" translate="no">{`Rs. ${level.price}`}</td>
                <td className={`text-end max-sm:pe-4 ${COLORS[level.kind]}`} translate="no">
                  {level.change}
                </td>
                <td className="pe-5 text-end text-muted max-sm:hidden" translate="no">
                  {level.ratio}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-2 border-t border-line px-4 py-3 text-sm sm:grid-cols-4 sm:px-5">
          {FACTS.map(([name, value]) => (
            <div key={name}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="border-t border-line px-4 py-2 text-xs text-muted sm:px-5">
          Published 17 Aug 2026, 09:42 PKT. Unchanged since.
        </p>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        This is an example with a fictional company and prices, not a recommendation.
      </figcaption>
    </figure>
  );
}

const LEVELS: { name: string; kind: LevelKind; price: string; change: string; ratio: string }[] = [
  { name: 'TP3', kind: 'target', price: '272.50', change: '+9.66%', ratio: '2.82' },
  { name: 'TP2', kind: 'target', price: '264.75', change: '+6.54%', ratio: '1.91' },
  { name: 'TP1', kind: 'target', price: '257.00', change: '+3.42%', ratio: '1.00' },
  { name: 'Entry', kind: 'entry', price: '248.50', change: '0.00%', ratio: '' },
  { name: 'Stop loss', kind: 'stop', price: '240.00', change: '−3.42%', ratio: '' },
];

const FACTS = [
  ['Order', 'Buy'],
  ['Leverage', '1x'],
  ['Risk', 'Medium'],
  ['Shariah', 'Compliant'],
] as const;

const COLORS: Record<LevelKind, string> = { target: 'text-gain', entry: 'text-muted', stop: 'text-loss' };

type LevelKind = 'target' | 'entry' | 'stop';

/** A mark of the price ladder: targets point up, the stop loss points down, the entry is a square. */
function LevelMark({ kind, isFirst, isLast }: { kind: LevelKind; isFirst: boolean; isLast: boolean }) {
  return (
    <svg viewBox="0 0 12 40" aria-hidden="true" className="h-10 w-3 shrink-0">
      <path d={`M6 ${isFirst ? 20 : 0}V${isLast ? 20 : 40}`} className="stroke-line-strong" />
      {kind === 'target' && <path d="M6 14l6 11H0z" className="fill-gain" />}
      {kind === 'entry' && <path d="M1 15h10v10H1z" className="fill-ink" />}
      {kind === 'stop' && <path d="M6 26 0 15h12z" className="fill-loss" />}
    </svg>
  );
}
