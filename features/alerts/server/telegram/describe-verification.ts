import { formatTimestamp } from '#core/contract/dates.ts';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { describeState, getStateLabel, isActiveState } from '#features/signals/contract/signal-state.ts';
import type {
  Difference,
  Verification,
  VerifiedMessage,
  VerifiedSignal,
} from '#features/signals/contract/verify.ts';

const TYPES = { intraday: 'Intraday', swing: 'Swing', investment: 'Investment' };
const SIDES = { buy: 'Buy', sell: 'Sell' };

/** Says in a chat what the page *Is this call genuine?* would show about a message. */
export const describeVerification = ({ others, ...worst }: VerifiedMessage, publicUrl: string): string =>
  [worst, ...others].map((verification) => describeSignal(verification, publicUrl)).join('\n\n');

function describeSignal(verification: Verification, publicUrl: string): string {
  const { signal } = verification;
  return [
    ...conclude(verification),
    ...(signal ? describePublished(signal, publicUrl) : [`${publicUrl}${paths.verify}`]),
  ].join('\n');
}

function conclude({ result, code, signal, signal_type, published_at }: Verification): string[] {
  const about =
    signal_type && published_at
      ? [`${TYPES[signal_type]} signal ${code}, published ${formatTimestamp(published_at)}.`]
      : [];
  const since = signal && describeSince(signal);
  const addSince = (title: string) => (since ? `${title}, ${since}` : title);
  switch (result) {
    case 'genuine':
      return [addSince('Genuine'), ...about, ...(signal ? [] : [OF_PUBLICATION])];
    case 'added_text':
      return [
        addSince('Levels genuine, text added'),
        ...about,
        ...(signal
          ? ['These levels are ours. The message also contains text that is not.']
          : [WITH_OTHER_TEXT, OF_PUBLICATION]),
      ];
    case 'differs':
      return ['Differs from what we published', ...about, ...(signal ? [] : [WITHOUT_ACCESS])];
    case 'code_only':
      return [
        'The code is ours',
        ...about,
        `A code can be copied onto another message: ${signal === null ? 'send the whole message to compare it.' : 'compare yours with the levels below.'}`,
      ];
    case 'not_compared':
      return [
        'Not compared',
        ...about,
        'Too many different messages about this signal were sent from this chat today. Try again tomorrow.',
      ];
    case 'not_ours':
      return [
        'Not ours',
        `No signal has the ${code === null ? 'link' : `code ${code}`}. That is no proof of fraud, but we did not publish a signal with it.`,
      ];
    case 'mistyped':
      return [
        'The code has a typing error',
        'Compare it with the message: a code has eight letters and digits, such as 7K3Q-X9ME.',
      ];
    case 'no_code':
      return [
        'No code found',
        'Without the code we cannot tell. It has eight letters and digits, such as 7K3Q-X9ME: ask the sender for it.',
      ];
  }
}

const OF_PUBLICATION =
  'The levels are those of the publication. They may have changed since: subscribers see the current ones.';
const WITH_OTHER_TEXT =
  'The message also contains other text, such as what happened since, which is compared for subscribers only.';
const WITHOUT_ACCESS =
  'The company, the side, a price or a link is another one, or one is missing. Which one is shown to subscribers, because the signal is premium. We compare with the publication: a later change of the levels differs too.';

/** Returns what happened since the message was true, in the middle of a sentence. */
function describeSince({ deleted_at, state, earlier }: VerifiedSignal): string | null {
  if (deleted_at !== null) return 'deleted since';
  if (state !== null && !isActiveState(state)) return getStateLabel(state).toLowerCase();
  return earlier ? 'changed since' : null;
}

function describePublished(signal: VerifiedSignal, publicUrl: string): string[] {
  const { symbol, order_type, entry_price, stop_loss, target_points, state, changed_at, differences } =
    signal;
  const targets = target_points.map((price, index) => `TP${index + 1} ${price}`);
  return [
    ...differences.map(describeDifference),
    `What we published: ${SIDES[order_type]} ${symbol} at ${entry_price} · stop ${stop_loss} · ${targets.join(' · ')}`,
    ...(changed_at ? [`Changed ${formatTimestamp(changed_at)}.`] : []),
    ...(state ? [[getStateLabel(state), describeState(state)].filter(Boolean).join(': ')] : []),
    `${publicUrl}${getSignalPath(signal.id)}`,
  ];
}

const FIELD_NAMES: Record<string, string> = {
  symbol: 'Company',
  order_type: 'Side',
  entry_price: 'Entry',
  stop_loss: 'Stop loss',
};

function describeDifference({ field, published, received }: Difference): string {
  if (field === 'link') return '- A link that is not ours. Do not open it.';
  if (field === 'word') return `- The word “${received}”, which reverses the call.`;
  if (field === 'characters') return '- Characters that show something else than they say.';
  if (field === 'number') return `- The number ${received}, which is no level of the signal.`;
  const name = FIELD_NAMES[field] ?? `TP${Number(field.split('.')[1]) + 1}`;
  if (received === null) return `- ${name}: the message lacks ${published}.`;
  return `- ${name}: the message says ${received}, we published ${published ?? 'none'}.`;
}
