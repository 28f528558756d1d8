type WithoutNull<Values> = { [Name in keyof Values]?: NonNullable<Values[Name]> };

/** Leaves out values that a row does not have, so that its import does not clear those of an existing event. */
export const omitNull = <Values extends object>(values: Values): WithoutNull<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as WithoutNull<Values>;
