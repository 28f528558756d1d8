import { isDeepStrictEqual } from 'node:util';
import { formatKarachiDate, formatShortDate, formatTimestamp } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { addProductName, HOME_TITLE } from '#core/contract/text/product-name.ts';
import type { Config } from '#core/server/config/config.ts';
import {
  CLAIMED_DATE,
  EMAIL_LINES,
  listAlertClaims,
  listAlertPhrases,
  listResultClaims,
  listVoidAlerts,
} from '#features/alerts/server/alerts.ts';
import type { Companies } from '#features/market/server/market.ts';
import { TEXT_FIELDS } from '#features/signals/contract/optional-fields.ts';
import { describeNote, listAttributions } from '#features/signals/contract/signal-fields.ts';
import {
  describeLockedPreview,
  describePreview,
  getPageTitle,
  getSignalName,
} from '#features/signals/contract/signal-preview.ts';
import { getStateLabel, type SignalState, STATE_LABELS } from '#features/signals/contract/signal-state.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { SignalReport } from '#features/signals/contract/track-record/signal-details.ts';
import type { Verification, VerifiedMessage, VerifiedSignal } from '#features/signals/contract/verify.ts';
import {
  type AlertedSignal,
  type findSignalWithVersions,
  formatSignalCode,
} from '#features/signals/server/signals.ts';
import {
  ANY_DATE,
  ANY_NUMBER,
  compareMessage,
  createPhrasePattern,
  hasFacts,
  type OwnTexts,
  type PublishedFacts,
  removePattern,
} from './compare-message.ts';
import { blankRanges, findCodes, findSignalLinks, getCompanyFinder, joinBrokenLinks } from './find-codes.ts';
import { decodeSource, isDeceptive, normalizeMessage } from './normalize-message.ts';

interface VerifyContext {
  publicUrl: string;
  analyst: Config['analyst'];
  companies: Pick<Companies, 'get' | 'has' | 'forEach'>;
  /** Finds the signals with these codes or IDs. */
  findSignals: (named: { codes: readonly string[]; ids: readonly string[] }) => Promise<StoredSignal[]>;
  /** Returns the IDs of the signals that replace some, also of those whose void was withdrawn since. */
  listReplacements: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Lists the texts of alerts about companies, which daily emails have next to those about signals. */
  listCompanyAlerts: (symbols: readonly string[]) => Promise<string[]>;
  /** Returns whether the caller may read signals of a type. */
  mayRead: (signalType: SignalType) => Promise<boolean>;
  /** Reads what happened to a signal, for callers who may read it. */
  readReport: (id: string) => Promise<SignalReport | null>;
  /** Counts a message about a signal that its sender may not read. Returns `false` if there were too many different ones. */
  countGuess: (code: string, message: string) => Promise<boolean>;
}

const NOTHING = { code: null, signal_type: null, published_at: null, signal: null } as const;

/**
 * Finds the signals of a message by their codes and links, and compares what the message says. Callers who may not read a signal learn its type, the
 * time of its publication and whether the whole message is that of the publication: not which fact differs, nor anything about changes, which could
 * be guessed from the levels of the publication.
 */
export async function verifyMessage(text: string, context: VerifyContext): Promise<VerifiedMessage> {
  const { host } = new URL(context.publicUrl);
  const source = decodeSource(joinBrokenLinks(text, host));
  const written = moveCodes(await removeCompanyAlerts(normalizeMessage(source), context));
  const ids = findSignalLinks(written, host).map(([id]) => id);
  const named = { codes: [...findCodes(written).codes.keys()], ids };
  const stored = named.codes.length + ids.length === 0 ? [] : await context.findSignals(named);
  const known = await Promise.all(stored.map((signal) => readKnown(signal, context)));
  const replacements = await context.listReplacements(stored.map(({ row }) => row.id));
  const message = removeVoidAlerts(written, known, replacements);
  const { codes, isMistyped } = findCodes(message);
  const links = findSignalLinks(message, host);
  const mentions = stored.flatMap((signal) => [
    ...(codes.get(signal.row.code) ?? []).map(([start, end]) => ({ signal, start, end })),
    ...links.flatMap(([id, [start, end]]) => (id === signal.row.id ? { signal, start, end } : [])),
  ]);
  if (mentions.length === 0) {
    const [first] = codes.keys();
    if (first !== undefined)
      return { ...NOTHING, result: 'not_ours', code: formatSignalCode(first), others: [] };
    const result = ids.length > 0 ? 'not_ours' : isMistyped ? 'mistyped' : 'no_code';
    return { ...NOTHING, result, others: [] };
  }

  const received = blankRanges(
    message,
    stored.flatMap(({ row }) => codes.get(row.code) ?? []),
  );
  const readers = new Map<StoredSignal, Reader>();
  for (const each of known) readers.set(each.stored, createReader(each, context));
  const parts = splitMessage(
    received,
    mentions.toSorted((a, b) => a.start - b.start),
    readers,
  );
  const hasFacts = parts.some((part) => part.hasFacts);
  const verified: Verification[] = [];
  for (const [signal, own] of Map.groupBy(parts, (part) => part.signal)) {
    const [factual, rest] = [own.filter((part) => part.hasFacts), own.filter((part) => !part.hasFacts)];
    const [last, ...earlier] = factual.map((part) => part.text).reverse();
    const texts = [...earlier.reverse(), [last ?? '', ...rest.map((part) => part.text)].join(' ')];
    const isWhole = texts.length === 1 && stored.length === 1;
    verified.push(
      await (readers.get(signal) as Reader).verify({
        // A code next to the facts of other signals says that they are its own.
        isCodeOnly: !hasFacts && !isDeceptive(source),
        isDeceptive: isDeceptive(source),
        // A message about one signal can have its code in the middle.
        readings: isWhole ? [[received]] : stored.length === 1 ? [[received], texts] : [texts],
      }),
    );
  }
  const [worst, ...others] = verified.toSorted((a, b) => RANKS.indexOf(a.result) - RANKS.indexOf(b.result));
  return { ...(worst as Verification), others };
}

/** Removes the alerts about companies that a message with links to their pages or to articles contains. */
async function removeCompanyAlerts(
  message: string,
  { publicUrl, companies, listCompanyAlerts }: VerifyContext,
): Promise<string> {
  if (![paths.companies, paths.newsDetails].some((path) => message.includes(publicUrl + path)))
    return message;
  const words = message.match(/[\p{L}\p{N}][\p{L}\p{N}.&-]*/gu) ?? [];
  const symbols = [...new Set(words)].filter((word) => companies.has(word));
  return removePattern(
    message,
    createPhrasePattern((await listCompanyAlerts(symbols)).map(normalizeMessage)),
  );
}

/** A signal of a message, and what the caller may know of it. */
interface KnownSignal {
  stored: StoredSignal;
  mayRead: boolean;
  report: SignalReport | null;
}

async function readKnown(stored: StoredSignal, context: VerifyContext): Promise<KnownSignal> {
  const mayRead = await context.mayRead(stored.row.signalType);
  return { stored, mayRead, report: mayRead ? await context.readReport(stored.row.id) : null };
}

const LEVELS = String.raw`(?:Buy|Sell) \S{1,20} at [\d.]{1,20} · stop [\d.]{1,20}(?: · TP\d{1,2} [\d.]{1,20}){1,20}`;
const NAMED_SIGNAL = new RegExp(`signal ([0-9A-Z]{4}-[0-9A-Z]{4}), (${LEVELS})`, 'gi');
const MOVED_LEVELS = new RegExp(String.raw`${LEVELS} Code [0-9A-Z]{4}-[0-9A-Z]{4} \.`, 'gi');

/** Moves the codes that alerts of void signals have in front of the levels to where all other messages have them. */
const moveCodes = (message: string): string => message.replace(NAMED_SIGNAL, 'signal, $2 Code $1 .');

/**
 * Removes from alerts of void signals all but the levels and the codes, which are compared: only from exact ones, of signals that the caller may read,
 * so that nothing else is recognized as the reason, or as the signal that replaces another one.
 */
function removeVoidAlerts(
  message: string,
  known: readonly KnownSignal[],
  replacements: ReadonlyMap<string, string>,
): string {
  const alerts = known.flatMap(({ stored, report }) => {
    const replacement = known.find(
      (other) => other.mayRead && other.stored.row.id === replacements.get(stored.row.id),
    );
    const versions = replacement ? listAlerted(replacement.stored) : [];
    return (report?.timeline ?? []).flatMap(({ kind, reason }) =>
      kind === 'void' || kind === 'withdraw'
        ? listVoidAlerts(listAlerted(stored), versions, kind === 'void' ? reason : null)
        : [],
    );
  });
  const pattern = createPhrasePattern([
    ...new Set(alerts.map((alert) => moveCodes(normalizeMessage(alert)))),
  ]);
  return pattern === null
    ? message
    : message.replace(pattern, (alert) => ` ${alert.match(MOVED_LEVELS)?.join(' ') ?? ''} `);
}

/** The results of the signals of a message, the worst one first. */
const RANKS: readonly Verification['result'][] = [
  'differs',
  'not_compared',
  'added_text',
  'code_only',
  'genuine',
];

interface Mention {
  signal: StoredSignal;
  start: number;
  end: number;
}

interface Part {
  signal: StoredSignal;
  text: string;
  hasFacts: boolean;
}

/**
 * Splits a message, such as a daily email, into what it says of each signal: the text in front of its code and link, as our messages have it, or
 * after them, if the message starts with one.
 */
function splitMessage(
  message: string,
  mentions: readonly Mention[],
  readers: ReadonlyMap<StoredSignal, Reader>,
): Part[] {
  const hasFacts = (text: string, signal: StoredSignal) => readers.get(signal)?.hasFacts(text) ?? false;
  const [first] = mentions as readonly [Mention];
  const isCodeFirst = !hasFacts(message.slice(0, first.start), first.signal);
  return mentions.map(({ signal, start, end }, index) => {
    const next = mentions[index + 1];
    const from = isCodeFirst ? start : (mentions[index - 1]?.end ?? 0);
    const to = isCodeFirst ? next?.start : next && end;
    const text = message.slice(index === 0 ? 0 : from, to);
    return { signal, text, hasFacts: hasFacts(text, signal) };
  });
}

/** What a message says of a signal: its parts, in the ways in which they can be read. */
interface Received {
  isCodeOnly: boolean;
  isDeceptive: boolean;
  readings: string[][];
}

/** Compares messages with a signal, as far as the caller may know it. */
interface Reader {
  hasFacts: (text: string) => boolean;
  verify: (received: Received) => Promise<Verification>;
}

function createReader({ stored, mayRead, report }: KnownSignal, context: VerifyContext): Reader {
  const { row, versions } = stored;
  const published: StoredSignal = mayRead ? stored : { row, versions: [versions[0]] };
  const own = listOwnTexts(published, context, { mayRead, report });
  const visible = mayRead ? own.phrases : createPhrasePattern(listSitePhrases(row.signalType));
  const present = (result: Verification['result'], signal: VerifiedSignal | null): Verification => ({
    result,
    code: formatSignalCode(row.code),
    signal_type: row.signalType,
    published_at: row.createdAt.toISOString(),
    signal,
  });
  return {
    hasFacts: (text) => hasFacts(removePattern(text, visible), own),
    async verify({ isCodeOnly, isDeceptive: isDisguised, readings }) {
      if (!mayRead && isCodeOnly) return present('code_only', null);
      const compared: Compared[] = [];
      for (const texts of readings) {
        for (const text of texts)
          if (!mayRead && !(await context.countGuess(row.code, text))) return present('not_compared', null);
        const parts = texts.map((text) => compareVersions(text, published, own, isDisguised));
        compared.push(parts.toSorted((a, b) => getRank(a) - getRank(b))[0] as Compared);
      }
      const best = compared.toSorted((a, b) => getRank(b) - getRank(a))[0] as Compared;
      const result = isCodeOnly ? 'code_only' : getResult(best);
      if (!mayRead) return present(result, null);
      return present(
        result,
        presentSignal(stored, best, { isCodeOnly, state: report?.signal.state ?? null, context }),
      );
    },
  };
}

type Compared = ReturnType<typeof compareVersions>;

function getResult({ match, last }: Compared): Verification['result'] {
  const { differences, hasAddedText } = match ?? last;
  return differences.length > 0 ? 'differs' : hasAddedText ? 'added_text' : 'genuine';
}

const getRank = (compared: Compared) => RANKS.indexOf(getResult(compared));

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

/** The texts of our site and our emails that are about no signal, and those of the pages of premium signals. */
function listSitePhrases(type: SignalType): string[] {
  const { title, description } = describeLockedPreview(type);
  const phrases = [HOME_TITLE, ...Object.values(EMAIL_LINES), addProductName(title), title, description];
  return phrases.map(normalizeMessage);
}

/** Completes signals from before analysts were stored, as `presentSignal` does. */
const completeAnalyst = (signal: StoredSignal['versions'][number]['signal'], analyst: Config['analyst']) =>
  signal.analyst_name === null && (signal.horizon_days ?? null) === null
    ? { analyst_name: analyst.name, analyst_registration: analyst.registration }
    : { analyst_name: signal.analyst_name, analyst_registration: signal.analyst_registration };

/** The versions of a signal as alerts have them. */
const listAlerted = ({ row, versions }: StoredSignal): AlertedSignal[] =>
  versions.map(({ signal }) => ({
    ...row,
    symbol: signal.symbol,
    signalType: signal.signal_type,
    orderType: signal.order_type,
    entryPrice: signal.entry_price,
    stopLoss: signal.stop_loss,
    targetPoints: signal.target_points,
    callStatus: signal.call_status,
  }));

function listOwnTexts(
  { row, versions }: StoredSignal,
  { publicUrl, analyst, companies }: Pick<VerifyContext, 'publicUrl' | 'analyst' | 'companies'>,
  { mayRead, report }: { mayRead: boolean; report: SignalReport | null },
): OwnTexts {
  const times = [...new Set(versions.map(({ changedAt }) => changedAt.toISOString()))];
  const attributions = versions.flatMap(({ signal }) =>
    listAttributions({ ...signal, ...completeAnalyst(signal, analyst) }),
  );
  const alerted = listAlerted({ row, versions });
  const phrases = [
    ...attributions,
    ...times.flatMap((time) => [formatTimestamp(time), formatKarachiDate(time)]),
    // A short one can be a part of the message that must be compared.
    ...versions.flatMap(({ signal }) =>
      TEXT_FIELDS.flatMap((field) => {
        const text = signal[field];
        return text && text.length >= LEAST_TEXT ? text : [];
      }),
    ),
    ...versions.flatMap(({ signal }) => (signal.notes ?? []).map(describeNote)),
    ...versions.flatMap(({ signal }) => [
      addProductName(getSignalName(signal)),
      addProductName(getPageTitle(signal)),
      `(${signal.signal_type})`,
    ]),
    ...(report ? listReportPhrases(report) : []),
    ...listAlertPhrases(alerted, report),
  ].map(normalizeMessage);
  const { host } = new URL(publicUrl);
  return {
    phrases: createPhrasePattern([...new Set([...phrases, ...listSitePhrases(row.signalType)])]),
    claims: mayRead ? null : createClaimPattern(alerted[0] as AlertedSignal),
    isOwnLink: (link) =>
      link.host === host &&
      link.username + link.password === '' &&
      findSignalLinks(link.href, host).every(([id]) => id === row.id),
    isSymbol: (word) => companies.has(word),
    findCompanies: getCompanyFinder(companies),
  };
}

const LEAST_TEXT = 20;

/** Returns the texts of the preview of the page, whose outcome may be an earlier one. */
function listReportPhrases(report: SignalReport): string[] {
  const { state } = report.signal;
  const targets = Array.from({ length: state.targets_hit }, (_, index) => index + 1);
  const hits = targets.map((targets_hit) => getStateLabel({ kind: 'target_hit', targets_hit }));
  const isEntered = report.evaluations.some(({ fill_date }) => fill_date !== null);
  return [
    ...describePreview(report),
    getStateLabel(state),
    STATE_LABELS.waiting,
    ...(isEntered ? [STATE_LABELS.entered, ...hits] : []),
  ];
}

function createClaimPattern(signal: AlertedSignal): RegExp | null {
  const date = formatShortDate(CLAIMED_DATE);
  const claims = new Set(
    listAlertClaims(signal).map((claim) => normalizeMessage(claim).replaceAll(date, ANY_DATE)),
  );
  return createPhrasePattern([...claims, ...listResultClaims(ANY_NUMBER)]);
}

function compareVersions(message: string, stored: StoredSignal, own: OwnTexts, isDisguised: boolean) {
  const distinct = listDistinctVersions(stored);
  const compared = distinct.map((version) => {
    const { differences, hasAddedText } = compareMessage(message, version.facts, own);
    if (isDisguised) differences.push({ field: 'characters', published: null, received: null });
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
