import * as z from 'zod/mini';

/** Schemas for settings. Their messages follow the name of the setting. */

export const text = z.string();

export const oneOf = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices as unknown as { [K in T[number]]: K }, {
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
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

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
