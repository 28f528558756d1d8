export type LevelKind = 'target' | 'entry' | 'stop';

/** A mark of the price ladder: targets point up, the stop loss points down, the entry is a square. */
export function LevelMark({ kind, isFirst, isLast }: { kind: LevelKind; isFirst: boolean; isLast: boolean }) {
  return (
    <svg viewBox="0 0 12 40" aria-hidden="true" className="h-10 w-3 shrink-0">
      <path d={`M6 ${isFirst ? 20 : 0}V${isLast ? 20 : 40}`} className="stroke-line-strong" />
      {kind === 'target' && <path d="M6 14l6 11H0z" className="fill-gain" />}
      {kind === 'entry' && <path d="M1 15h10v10H1z" className="fill-ink" />}
      {kind === 'stop' && <path d="M6 26 0 15h12z" className="fill-loss" />}
    </svg>
  );
}
