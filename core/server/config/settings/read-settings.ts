import * as z from 'zod/mini';

export type Mode = 'demo' | 'production';
export type Environment = Record<string, string | undefined>;

/** An environment variable that the operator sets. */
export interface Setting {
  /** Sentences for `.env.example` and `docs/configuration.md`. */
  description: string;
  /** Parses the text. The error message follows the name of the variable: "must look like …". */
  schema: z.ZodMiniType<unknown, string>;
  /** The value when the variable is not set, written as in the environment. */
  default?: string | Readonly<Record<Mode, string>>;
  /** A typical value, where the default is not one. */
  example?: string;
  /** The reason why production does not start without it. The default then applies to the demo only. */
  requiredInProduction?: string;
  /** Spaces at the start and the end belong to the value. */
  isUntrimmed?: true;
}

export type Settings = Readonly<Record<string, Setting>>;

/** Settings of one topic, in the order of the documentation. */
export interface SettingsGroup {
  title: string;
  description?: string;
  settings: Settings;
}

type Value<S extends Setting> =
  | (S['schema'] extends z.ZodMiniType<infer T, string> ? T : never)
  | (S extends { default: string | Readonly<Record<Mode, string>> } ? never : null);

type Values<S extends Settings> = { -readonly [Name in keyof S]: Value<S[Name]> };

export interface SettingsReader {
  mode: Mode;
  /** Reads settings and reports the problems of each; `isValid` is false if there is any. */
  read<S extends Settings>(settings: S): { values: Values<S>; isValid: boolean };
  isSet(name: string): boolean;
  /** Adds a sentence to the problems. It names the setting and repeats no secret. */
  report(problem: string): void;
}

/** Creates a reader of the environment that adds its problems to `problems` instead of throwing. */
export function createSettingsReader(
  environment: Environment,
  mode: Mode,
  problems: string[],
): SettingsReader {
  const readText = (name: string, { isUntrimmed }: Pick<Setting, 'isUntrimmed'> = {}) =>
    (isUntrimmed ? environment[name] : environment[name]?.trim()) || null;

  function readOne(name: string, setting: Setting): unknown {
    const text = readText(name, setting);
    if (text === null) {
      if (mode === 'production' && setting.requiredInProduction) {
        problems.push(`${name} is required in production: ${setting.requiredInProduction}.`);
      }
      return getDefault(setting, mode);
    }
    const result = setting.schema.safeParse(text);
    if (result.success) return result.data;
    problems.push(...result.error.issues.map(({ message }) => `${name} ${message}`));
    return getDefault(setting, mode);
  }

  return {
    mode,
    read<S extends Settings>(settings: S) {
      const before = problems.length;
      const entries = Object.entries(settings).map(([name, setting]) => [name, readOne(name, setting)]);
      return { values: Object.fromEntries(entries) as Values<S>, isValid: problems.length === before };
    },
    isSet: (name) => readText(name) !== null,
    report: (problem) => void problems.push(problem),
  };
}

function getDefault(setting: Setting, mode: Mode): unknown {
  const text = typeof setting.default === 'object' ? setting.default[mode] : setting.default;
  return text === undefined ? null : setting.schema.parse(text);
}

/** Schemas for settings. Their messages follow the name of the setting. */

export const text = z.string();

export const oneOf = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices, {
    error: ({ input }) => `is "${input}"; it must be one of ${choices.join(', ')}.`,
  });

/** One of the choices, as a boolean: true for `trueChoice`. */
export const booleanChoice = <const T extends readonly string[]>(choices: T, trueChoice: T[number]) =>
  z.pipe(
    oneOf(choices),
    z.transform((value) => value === trueChoice),
  );

export const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(
      z.refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
        error: ({ input }) => `is "${input}"; it must be a whole number from ${min} to ${max}.`,
      }),
    ),
    z.transform(Number),
  );

/** A URL with one of the protocols, for example `https:`. */
export const url = (protocols: readonly string[], error: string) =>
  z.string().check(z.refine((value) => isUrl(value, protocols), error));

export const isUrl = (value: string, protocols: readonly string[]) =>
  URL.canParse(value) && protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`));

/** An address such as `a@b.example`. */
export const isEmailAddress = (value: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value);

/**
 * Checks that a URL has one `@`, in front of its host. Otherwise part of a password would be read as the host or the database, and
 * be printed in messages about it.
 */
export const hasEncodedPassword = z.refine<string>((value) => {
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(value) ?? [];
  const isPlain = authority.split('@').length <= 2 && !rest.includes('@') && !/^[^:]*%3a.*@/i.test(authority);
  return isPlain && /^([^%]|%[\da-f]{2})*$/i.test(authority);
}, 'has special characters that must be percent-encoded in the user and the password, but not the : between them: write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.');

/** Items separated by commas. */
export const list = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
);
