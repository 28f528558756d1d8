import { isDeepStrictEqual } from 'node:util';
import { formatKarachiDate, formatTimestamp } from '#contract/dates.ts';
import { getSignalPath, paths } from '#contract/paths.ts';
import { describeAttribution } from '#contract/signals/disclosure.ts';
import type { SignalState } from '#contract/signals/signal-state.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Verification, VerifiedSignal } from '#contract/verify/verify.ts';
import type { Config } from '#server/config/config.ts';
import type { Companies } from '#server/domains/market/market.ts';
import { type findSignalWithVersions, formatSignalCode } from '#server/domains/signals/signals.ts';
import {
  compareMessage,
  hasFacts,
  type OwnTexts,
  type PublishedFacts,
  toComparableLink,
} from './compare-message.ts';
import { findCodes, removeRanges } from './find-codes.ts';
import { isDeceptive, normalizeMessage } from './normalize-message.ts';

interface VerifyContext {
  publicUrl: string;
  analyst: Config['analyst'];
  companies: Pick<Companies, 'get' | 'has'>;
  /** Finds the signal of the first of these codes that is the code of one. */
  findSignal: (codes: readonly string[]) => Promise<StoredSignal | null>;
  /** Returns whether the caller may read signals of a type. */
  mayRead: (signalType: SignalType) => Promise<boolean>;
  /** Computes the state of a signal for callers who may read it. */
  readState: (id: string) => Promise<SignalState | null>;
  /** Counts a message about a signal that its sender may not read. Returns `false` if there were too many different ones. */
  countGuess: (code: string, message: string) => Promise<boolean>;
}

const NOTHING = { code: null, signal_type: null, published_at: null, signal: null } as const;

/**
 * Finds the signal of a message by its code and compares what the message says. Callers who may not read the signal learn its type, the time of its
 * publication and whether the whole message is that of the publication: not which fact differs, nor anything about changes, which could be guessed
 * from the levels of the publication.
 */
export async function verifyMessage(text: string, context: VerifyContext): Promise<Verification> {
  const message = normalizeMessage(text);
  const { codes, isMistyped } = findCodes(message);
  const stored = codes.size === 0 ? null : await context.findSignal([...codes.keys()]);
  if (stored === null) {
    const [first] = codes.keys();
    if (first !== undefined) return { ...NOTHING, result: 'not_ours', code: formatSignalCode(first) };
    return { ...NOTHING, result: isMistyped ? 'mistyped' : 'no_code' };
  }

  const received = {
    message: removeRanges(message, codes.get(stored.row.code) ?? []),
    isDeceptive: isDeceptive(text),
  };
  const { row, versions } = stored;
  const own = listOwnTexts(stored, context);
  const isCodeOnly = !received.isDeceptive && !hasFacts(received.message, own);
  const present = (result: Verification['result'], signal: VerifiedSignal | null): Verification => ({
    result,
    code: formatSignalCode(row.code),
    signal_type: row.signalType,
    published_at: row.createdAt.toISOString(),
    signal,
  });
  if (await context.mayRead(row.signalType)) {
    const compared = compareVersions(received, stored, context);
    const result = isCodeOnly ? 'code_only' : getResult(compared.match ?? compared.last);
    const state = await context.readState(row.id);
    return present(result, presentSignal(stored, compared, { isCodeOnly, state, context }));
  }
  if (isCodeOnly) return present('code_only', null);
  if (!(await context.countGuess(row.code, message))) return present('not_compared', null);
  const published: StoredSignal = { row, versions: [versions[0]] };
  return present(getResult(compareVersions(received, published, context).last), null);
}

/** A normalized message without its code. */
interface Received {
  message: string;
  isDeceptive: boolean;
}

const getResult = ({ differences, hasAddedText }: ReturnType<typeof compareMessage>) =>
  differences.length > 0 ? 'differs' : hasAddedText ? 'added_text' : 'genuine';

export type StoredSignal = NonNullable<Awaited<ReturnType<typeof findSignalWithVersions>>>;

/** A version that says something else than the one before. */
interface DistinctVersion {
  facts: PublishedFacts;
  changedAt: Date;
}

function listDistinctVersions({ versions }: StoredSignal): [DistinctVersion, ...DistinctVersion[]] {
  const [first, ...later] = versions;
  const toVersion = ({ signal, changedAt }: (typeof versions)[number]): DistinctVersion => ({
    facts: {
      symbol: signal.symbol,
      order_type: signal.order_type,
      entry_price: signal.entry_price,
      stop_loss: signal.stop_loss,
      target_points: signal.target_points,
    },
    changedAt,
  });
  const distinct: [DistinctVersion, ...DistinctVersion[]] = [toVersion(first)];
  for (const version of later.map(toVersion))
    if (!isDeepStrictEqual(version.facts, distinct.at(-1)?.facts)) distinct.push(version);
  return distinct;
}

function listOwnTexts(
  { row, versions }: StoredSignal,
  { publicUrl, analyst, companies }: VerifyContext,
): OwnTexts {
  const times = [...new Set(versions.map(({ changedAt }) => changedAt.toISOString()))];
  const attributions = versions.map(({ signal }) =>
    describeAttribution({
      ...signal,
      disclosures: signal.disclosures ?? null,
      horizon_days: signal.horizon_days ?? null,
      // As `presentSignal` completes signals from before analysts were stored.
      ...(signal.analyst_name === null && (signal.horizon_days ?? null) === null
        ? { analyst_name: analyst.name, analyst_registration: analyst.registration }
        : {}),
    }),
  );
  const phrases = [
    ...attributions.flatMap((attribution) => attribution?.split('\n') ?? []),
    ...versions.map(({ signal }) => companies.get(signal.symbol)?.name ?? ''),
    ...times.flatMap((time) => [formatTimestamp(time), formatKarachiDate(time)]),
  ];
  return {
    phrases: [...new Set(phrases.map(normalizeMessage))].filter((phrase) => phrase !== ''),
    links: [getSignalPath(row.id), paths.verify, paths.home].map((path) =>
      toComparableLink(normalizeMessage(new URL(path, publicUrl).href)),
    ),
    isSymbol: (word) => companies.has(word),
  };
}

function compareVersions(received: Received, stored: StoredSignal, context: VerifyContext) {
  const own = listOwnTexts(stored, context);
  const distinct = listDistinctVersions(stored);
  const compared = distinct.map((version) => {
    const { differences, hasAddedText } = compareMessage(received.message, version.facts, own);
    if (received.isDeceptive) differences.push({ field: 'characters', published: null, received: null });
    return { version, differences, hasAddedText };
  });
  const last = compared.at(-1) as (typeof compared)[number];
  return { distinct, last, match: compared.findLast(({ differences }) => differences.length === 0) };
}

function presentSignal(
  { row }: StoredSignal,
  { distinct, last, match }: ReturnType<typeof compareVersions>,
  {
    isCodeOnly,
    state,
    context,
  }: { isCodeOnly: boolean; state: SignalState | null; context: Pick<VerifyContext, 'companies'> },
): VerifiedSignal {
  const { facts, changedAt } = last.version;
  const isEarlier = match !== undefined && match !== last && !isCodeOnly;
  return {
    ...facts,
    id: row.id,
    company_name: context.companies.get(facts.symbol)?.name ?? null,
    changed_at: distinct.length > 1 ? changedAt.toISOString() : null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    state,
    earlier: isEarlier
      ? { ...match.version.facts, published_at: match.version.changedAt.toISOString() }
      : null,
    differences: isCodeOnly || match !== undefined ? [] : last.differences,
  };
}
