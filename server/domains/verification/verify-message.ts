import { isDeepStrictEqual } from 'node:util';
import { formatKarachiDate, formatTimestamp } from '#contract/dates.ts';
import { getSignalPath, paths } from '#contract/paths.ts';
import { describeAttribution } from '#contract/signals/disclosure.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Verification, VerifiedSignal } from '#contract/verify/verify.ts';
import type { Config } from '#server/config/config.ts';
import { findCompany } from '#server/domains/market/market.ts';
import {
  findSignalWithVersions,
  formatSignalCode,
  listSignalsByCode,
} from '#server/domains/signals/signals.ts';
import type { Queryable } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';
import { compareMessage, hasFacts, type PublishedFacts } from './compare-message.ts';
import { findCodes, removeCode } from './find-codes.ts';
import { normalizeMessage } from './normalize-message.ts';

interface VerifyContext {
  publicUrl: string;
  analyst: Config['analyst'];
  isSymbol: (word: string) => boolean;
  /** Returns whether the caller may read signals of a type. */
  mayRead: (signalType: SignalType) => Promise<boolean>;
  /** The limit of messages that differ from a signal that their sender may not read. */
  limitGuesses: (code: string) => FailureLimit;
}

const NOTHING = { code: null, signal_type: null, published_at: null, signal: null } as const;

/**
 * Finds the signal of a message by its code and compares what the message says. Callers who may not read the signal learn its type, the time of its
 * publication and whether the whole message is that of any version, but not which fact differs, nor that the signal has changed.
 */
export async function verifyMessage(
  db: Queryable,
  text: string,
  context: VerifyContext,
): Promise<Verification> {
  const message = normalizeMessage(text);
  const { codes, isMistyped } = findCodes(message);
  const found = codes.length === 0 ? [] : await listSignalsByCode(db, codes);
  const code = codes.find((candidate) => found.some((signal) => signal.code === candidate));
  const stored =
    code === undefined
      ? null
      : await findSignalWithVersions(db, found.find((signal) => signal.code === code)?.id ?? '');
  if (code === undefined || stored === null) {
    if (codes[0] !== undefined) return { ...NOTHING, result: 'not_ours', code: formatSignalCode(codes[0]) };
    return { ...NOTHING, result: isMistyped ? 'mistyped' : 'no_code' };
  }

  const rest = removeCode(message, code);
  const compared = compareVersions(rest, stored, context);
  const isCodeOnly = !hasFacts(rest, context.isSymbol);
  const isGenuine = compared.match !== undefined;
  const signalType = stored.row.signalType;
  const answer = (result: Verification['result'], signal: VerifiedSignal | null): Verification => ({
    result,
    code: formatSignalCode(code),
    signal_type: signalType,
    published_at: stored.row.createdAt.toISOString(),
    signal,
  });
  const result = isCodeOnly ? 'code_only' : isGenuine ? 'genuine' : 'differs';
  if (await context.mayRead(signalType))
    return answer(result, presentSignal(stored, compared, { isCodeOnly }));

  if (isCodeOnly) return answer('code_only', null);
  const guesses = context.limitGuesses(code);
  if (await isExhausted(guesses)) return answer('not_compared', null);
  if (!isGenuine) await guesses.countFailure();
  return answer(result, null);
}

type StoredSignal = NonNullable<Awaited<ReturnType<typeof findSignalWithVersions>>>;

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

function compareVersions(
  message: string,
  stored: StoredSignal,
  { publicUrl, analyst, isSymbol }: VerifyContext,
) {
  const distinct = listDistinctVersions(stored);
  const times = [...new Set(stored.versions.map(({ changedAt }) => changedAt.toISOString()))];
  const attributions = stored.versions.map(({ signal }) =>
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
    ...stored.versions.map(({ signal }) => findCompany(signal.symbol)?.name ?? ''),
    ...times.flatMap((time) => [formatTimestamp(time), formatKarachiDate(time)]),
  ];
  const own = {
    phrases: [...new Set(phrases.map(normalizeMessage))].filter((phrase) => phrase !== ''),
    links: [getSignalPath(stored.row.id), paths.verify, paths.home].map((path) =>
      normalizeMessage(new URL(path, publicUrl).href).toLowerCase().replace(/\/$/, ''),
    ),
    isSymbol,
  };
  const compared = distinct.map((version) => ({
    version,
    differences: compareMessage(message, version.facts, own),
  }));
  const last = compared.at(-1) as (typeof compared)[number];
  return { distinct, last, match: compared.findLast(({ differences }) => differences.length === 0) };
}

function presentSignal(
  { row }: StoredSignal,
  { distinct, last, match }: ReturnType<typeof compareVersions>,
  { isCodeOnly }: { isCodeOnly: boolean },
): VerifiedSignal {
  const { facts, changedAt } = last.version;
  const isEarlier = match !== undefined && match !== last && !isCodeOnly;
  return {
    ...facts,
    id: row.id,
    company_name: findCompany(facts.symbol)?.name ?? null,
    changed_at: distinct.length > 1 ? changedAt.toISOString() : null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    is_closed: row.callStatus === 'closed',
    earlier: isEarlier
      ? { ...match.version.facts, published_at: match.version.changedAt.toISOString() }
      : null,
    differences: isCodeOnly || match !== undefined ? [] : last.differences,
  };
}

async function isExhausted(guesses: FailureLimit): Promise<boolean> {
  try {
    await guesses.rejectWhileDelayed();
    return false;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'throttled') return true;
    throw error;
  }
}
